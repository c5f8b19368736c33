/** Saves a file through an invisible link, because a page has no other way to offer a download. */
export function saveAsFile(name: string, content: BlobPart, type: string): void {
	const address = URL.createObjectURL(new Blob([content], { type }));
	const link = Object.assign(document.createElement('a'), { href: address, download: name });
	link.click();
	URL.revokeObjectURL(address);
}

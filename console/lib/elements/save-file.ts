const RELEASE_MS = 60_000;

/** Hands a file over to the browser, which saves it. */
export function saveFile(file: Blob, name: string): void {
	const url = URL.createObjectURL(file);
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	// Some browsers read the file only after this task.
	setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}

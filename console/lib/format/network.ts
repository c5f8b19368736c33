/** Returns the first ten characters of a network's keyed hash as its name. The hash does not reveal the address. */
export function shortNetwork(hash: string): string {
	return hash.slice(0, 10);
}

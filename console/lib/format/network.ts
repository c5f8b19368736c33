/** How a network is called: the beginning of its keyed hash. Nobody can tell an address from it. */
export function shortNetwork(hash: string): string {
	return hash.slice(0, 10);
}

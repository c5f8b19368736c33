/** Returns the letter of the provider with which a fan registered. Pure. */
export function platformLetter(platform: string): 'G' | 'F' | 'L' {
	if (platform === 'google') return 'G';
	return platform === 'facebook' ? 'F' : 'L';
}

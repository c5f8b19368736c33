/** The letter of the provider that a fan registered with. Pure. */
export function platformLetter(platform: string): 'G' | 'F' | 'L' {
	if (platform === 'google') return 'G';
	return platform === 'facebook' ? 'F' : 'L';
}

/** The letter of the provider that a fan registered with. Pure. */
export function platformLetter(platform: string): 'G' | 'F' | 'L' {
	if (platform === 'google') return 'G';
	return platform === 'facebook' ? 'F' : 'L';
}

/** Its name, for those who cannot tell from a letter. */
export function platformName(platform: string): string {
	return { google: 'Google', facebook: 'Facebook' }[platform] ?? 'Line';
}

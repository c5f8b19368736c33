export function platformLetter(platform: string): 'G' | 'F' | 'L' {
	if (platform === 'google') return 'G';
	return platform === 'facebook' ? 'F' : 'L';
}

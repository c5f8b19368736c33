/** A change with its sign: +100, −40, 0. Pure; the minus is a true minus, as wide as the plus. */
export function signed(change: number, format: (value: number) => string): string {
	if (change === 0) return format(0);
	return `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`;
}

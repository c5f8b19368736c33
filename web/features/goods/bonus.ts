/** Returns extra gems as a whole percentage of base gems. */
export function bonusPercent({
	gem_number: base,
	additional_gem_number: extra,
}: {
	gem_number: number;
	additional_gem_number: number;
}): number {
	return base > 0 ? Math.round((extra / base) * 100) : 0;
}

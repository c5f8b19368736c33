import { Plural, Trans } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';

export function ListedText({ index, witnesses }: { index: number; witnesses: number }) {
	const entry = formatNumber(index);
	if (witnesses === 0) return <Trans>In the public list · #{entry}</Trans>;
	return (
		<Trans>
			<Plural value={witnesses} one="Locked by # witness" other="Locked by # witnesses" /> · #{entry}
		</Trans>
	);
}

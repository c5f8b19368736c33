/** Says what is checked and by whom, and checks all loaded votes on request. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatTime } from '../../../lib/time.ts';
import type { VoteChecks } from './use-vote-checks.ts';
import './check-bar.css';

export function CheckBar({ checks }: { checks: VoteChecks }) {
	const { progress, checkAll } = checks;
	return (
		<section className="check-bar panel">
			<p>
				<Trans>
					Every vote is a line in a public list that cannot be changed afterwards. This page checks on your device that
					your votes are in it.
				</Trans>
			</p>
			<Button variant="quiet" busy={progress !== null} onClick={() => void checkAll()}>
				<Trans>Check all now</Trans>
			</Button>
			<output className="check-bar-result">
				<Result checks={checks} />
			</output>
		</section>
	);
}

function Result({ checks: { progress, checkedAt, results } }: { checks: VoteChecks }) {
	const { t } = useLingui();
	const { timeZone, name: zone } = useTimezone();
	if (progress) return t`${formatNumber(progress.done)} of ${formatNumber(progress.total)} checked`;
	if (checkedAt === null) return null;
	const all = [...results.values()];
	const failed = all.filter(({ state }) => state === 'failed').length;
	const listed = all.filter(({ state }) => state === 'listed').length;
	const time = formatTime(checkedAt, timeZone);
	return (
		<>
			<Trans>
				Checked on this device at {time} {zone}:
			</Trans>{' '}
			<Plural value={listed} one="# vote is in the list." other="# votes are in the list." />
			{failed > 0 && (
				<b>
					{' '}
					<Plural value={failed} one="# check failed." other="# checks failed." />
				</b>
			)}
		</>
	);
}

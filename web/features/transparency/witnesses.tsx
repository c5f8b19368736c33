import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { isProblem } from '#client/call.ts';
import type { Change } from '#public-log/browser/pin.ts';
import { Icon } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import type { Numbers } from './numbers/days.ts';
import { Fact } from '../../lib/elements/elements.tsx';
import { inTime } from '../../lib/lazy-page.tsx';
import { canCheckSignatures, type Hindrance } from '../../lib/votes/check-vote.ts';
import { Fingerprints, AnchorChangeText, HindranceText } from '../../lib/votes/vote-texts.tsx';
import './transparency.css';

export function Witnesses({ numbers }: { numbers: Numbers }) {
	const { t } = useLingui();
	const found = useSeen(numbers);
	const [seen, hindrance] = typeof found === 'string' ? [null, found] : [found, null];
	return (
		<section aria-labelledby="witnesses">
			<h2 id="witnesses">{t`Witnesses`}</h2>
			<div className="panel log-explanation stack gap-3 muted">
				<p>
					<Witnessing numbers={numbers} />
				</p>
				{(seen?.change === 'key' || seen?.change === 'witnesses') && (
					<div role="alert" className="look-up-answer flex align-start gap-2 breaks" data-tone="bad">
						<Icon name="warning" />
						<div className="min-0">
							<p>
								<AnchorChangeText change={seen.change} />
							</p>
							<Button
								className="mt-3"
								variant="line"
								onClick={seen.accept}
							>{t`I compared them: trust the new ones`}</Button>
						</div>
					</div>
				)}
				{hindrance && (
					<p>
						<HindranceText why={hindrance} />
					</p>
				)}
				{seen && (
					<div className="log-cards stack gap-4">
						<details>
							<summary className="fold row gap-3 muted text-s">{t`Fingerprints`}</summary>
							<p>
								<Trans>
									Every fan must see the same. This device keeps what it saw first, and tells you if something changes
									that the main list does not announce.
								</Trans>
							</p>
							<dl className="stack gap-4">
								<Fingerprints of={seen.fingerprints} />
								{seen.program && (
									<Fact name={<Trans>SHA-256 of the program audit-log.mjs</Trans>}>
										<code>{seen.program}</code>
									</Fact>
								)}
							</dl>
						</details>
					</div>
				)}
			</div>
		</section>
	);
}

function Witnessing({ numbers }: { numbers: Numbers }) {
	if (numbers.witnessing === 'none')
		return (
			<Trans>
				There are no witnesses yet: nobody outside this site signs along. So compare the checkpoint with that of other
				fans.
			</Trans>
		);
	const names = numbers.witnesses.map(({ name }) => name).join(', ');
	if (numbers.witnessing === 'waiting') return <Trans>Not enough witnesses have signed along yet: {names}.</Trans>;
	return (
		<Trans>
			Witnesses outside this site sign along: {names}. You still trust that they are not all in it together.
		</Trans>
	);
}

interface Seen {
	change: Change;
	fingerprints: [name: string, fingerprint: string][];
	program: string | null;
	accept: () => void;
}

/** Null: nothing is compared, or not yet. A site that does not show what would explain a change must not pass in silence. */
function useSeen({ anchor, witnessing }: Numbers): Seen | Hindrance | null {
	const [seen, setSeen] = useState<Seen | Hindrance | null>(null);
	// The site shows witnesses once they have signed the leaf that tells of them.
	const policy = witnessing === 'none' ? '' : (anchor.policy?.text ?? null);
	useEffect(() => {
		let isLeft = false;
		const compare = async () => {
			if (policy === null || anchor.size === 0) return null;
			if (!(await canCheckSignatures())) return 'browser';
			const shown = { vkey: anchor.vkey, policy };
			const pins = await inTime(import('../../lib/votes/anchor-pin.ts'));
			const key = pins.parseVerifierKey(anchor.vkey);
			const change = await pins.compareWithPin(shown, async () => anchor.policy);
			const program = key && anchor.program && (await pins.provenHash('program', anchor.program, key));
			const found: Seen = { change, fingerprints: pins.fingerprintsOf(shown), program, accept };
			function accept(): void {
				pins.acceptAnchor(shown);
				setSeen({ ...found, change: 'none' });
			}
			return found;
		};
		compare().then(
			(found) => isLeft || setSeen(found),
			(error) => isLeft || setSeen(isProblem(error, 'network') ? 'offline' : 'server'),
		);
		return () => void (isLeft = true);
	}, [anchor, policy]);
	return seen;
}

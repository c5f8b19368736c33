/** How anybody counts a ranking again, what the lists cannot tell, lost votes and withdrawn keys. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { VoteLog } from '#contract/voting.ts';
import { addressOf, type Restore } from '#public-log/browser/logs.ts';
import { useMoment } from '../../lib/elements/elements.tsx';
import './transparency.css';

export function CountItYourself({ logs }: { logs: readonly VoteLog[] }) {
	const { t } = useLingui();
	const address = logs[0] ? addressOf(logs[0].log) : '/log/monthly-2026-11';
	return (
		<details>
			<summary className="fold row gap-3 muted text-s">
				<h2>{t`Count it yourself`}</h2>
			</summary>
			<div className="log-explanation stack gap-3 muted breaks">
				<p>
					<Trans>
						A list lies below an address such as <code>{address}</code>, open to everybody: <code>checkpoint</code> is
						its signed length and fingerprint, <code>vkey</code> the key that signs, and <code>tile/entries/000</code>{' '}
						the first 256 entries.
					</Trans>
				</p>
				<p>
					<Trans>
						The program <code>npm run audit-log</code> of this site's source code reads a whole list, checks it and
						counts it. Programs of others that read C2SP tlog-tiles check it too.
					</Trans>
				</p>
				<p>
					<Trans>
						Keep a copy of the checkpoint while a ranking runs. A list that was changed later no longer fits it.
					</Trans>
				</p>
			</div>
		</details>
	);
}

export function NotShown() {
	const { t } = useLingui();
	return (
		<details>
			<summary className="fold row gap-3 muted text-s">
				<h2>{t`What this cannot show`}</h2>
			</summary>
			<div className="log-explanation stack gap-3 muted">
				<ul className="stack gap-2">
					<li>
						<Trans>
							Who voted. A random code stands for each fan, another one in every ranking. Somebody who sees the same
							seconds and amounts in two lists may guess that two codes are one fan.
						</Trans>
					</li>
					<li>{t`Whether every account is one person with one code, and how many accounts there really are.`}</li>
					<li>{t`Whether gems were sold or given for nothing: the numbers tell how many, not to whom.`}</li>
					<li>{t`A vote that never arrived. If the site took it, your device has a receipt.`}</li>
					<li>{t`Exact times: a vote may be dated back, usually by an hour at most. The program prints by how much.`}</li>
					<li>
						<Trans>
							Why an artist was hidden, and who comes first with equal votes: the site decides. The program prints who
							was hidden, with how many votes.
						</Trans>
					</li>
					<li>{t`Whether a restore was needed. The program prints how many entries it dropped.`}</li>
					<li>{t`When a result comes: a case that is never decided holds it back.`}</li>
					<li>
						<Trans>
							A list, a page or a program that was made for you alone from your first visit on. Compare the fingerprints
							above with those of other fans.
						</Trans>
					</li>
				</ul>
			</div>
		</details>
	);
}

export function Restores({ restores }: { restores: readonly Restore[] }) {
	const { t } = useLingui();
	const momentOf = useMoment();
	return (
		<section aria-labelledby="restored">
			<h2 id="restored">{t`Lost votes`}</h2>
			<div className="panel log-explanation stack gap-3 muted">
				{restores.map(({ begun_at, restored_to }) => {
					const [begun, moment] = [begun_at, restored_to].map(momentOf);
					return (
						<p key={begun_at}>
							<Trans>
								On {begun}, after a failure, the site was restored to how it was at {moment}. Votes cast between these
								times do not count, and everybody has the gems that they had at the earlier one.
							</Trans>
						</p>
					);
				})}
				<p>
					<Trans>
						The lists go on under new addresses. Those from before stay as they were signed, with the lost votes, so
						that receipts can still be checked.
					</Trans>
				</p>
			</div>
		</section>
	);
}

export function Revocations({ times }: { times: readonly number[] }) {
	const { t } = useLingui();
	const momentOf = useMoment();
	return (
		<section aria-labelledby="revoked">
			<h2 id="revoked">{t`Withdrawn key`}</h2>
			<div className="panel log-explanation stack gap-3 muted">
				{times.map((time) => {
					const moment = momentOf(time);
					return (
						<p key={time}>
							<Trans>
								On {moment}, we withdrew the key that signs the lists, because somebody else may have it. No vote was
								lost.
							</Trans>
						</p>
					);
				})}
				<p>
					<Trans>
						The lists go on under new addresses and a new key, with every entry. Receipts from before that still hold.
						What the old key signed later counts for nothing.
					</Trans>
				</p>
			</div>
		</section>
	);
}

/** Number, price and effect of a vote. A fan who cannot pay for one finds today's claim if it waits. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, type RefObject, useRef, useState, type ReactNode, useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { votesProblem } from '#contract/voting.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { GemIcon } from '#ui/icons.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { initialOf, nameOf, namesOf } from '../../lib/artist-names.ts';
import { Picture } from '../../lib/elements/picture.tsx';
import { useSession, useWayBack } from '../../lib/session/session.tsx';
import { useOnline } from '../../lib/use-online.ts';
import { keepVoteIntent } from '../../lib/votes/vote-intent.ts';
import { paths, type WayBack } from '../../paths.ts';
import { AmountField, NextRankPick } from './amount-field.tsx';
import { addVotes, amountProblem, maxVotes, votesOf } from './vote-amount.ts';
import { type VoteTarget, effectOf } from './vote-target.ts';
import { useWaitingClaim } from '../../lib/check-in/get-config.ts';
import { useClaim } from '../../lib/check-in/use-claim.ts';
import './vote-dialog.css';

export interface VoteDialogProps {
	open: boolean;
	target: VoteTarget;
	returnTo: string;
	typed: string;
	onSubmit: (votes: number) => Promise<void>;
	onClose: () => void;
}

const QUICK_PICKS = [1, 10, 100];

export function VoteDialog({ open, target, returnTo, typed, onSubmit, onClose }: VoteDialogProps) {
	const heading = useId();
	const [busy, setBusy] = useState(false);
	const shown = useHeld(target, busy || !open);
	return (
		<Dialog
			open={open}
			onClose={onClose}
			labelledBy={heading}
			className="vote-dialog fan"
			style={fanStyle(target.artist.fan_color)}
		>
			<div className="vote-glow" aria-hidden="true" />
			<div className="dialog-body">
				<VoteHead target={shown} heading={heading} />
				<VoteForm
					target={shown}
					returnTo={returnTo}
					typed={typed}
					busy={busy}
					held={busy || !open}
					onSubmit={async (votes) => {
						setBusy(true);
						await onSubmit(votes);
						setBusy(false);
					}}
				/>
			</div>
		</Dialog>
	);
}

/** The present value, or while `isHeld` the one from before: a vote that is sent or told is not counted here once more. */
function useHeld<Value>(value: Value, isHeld: boolean): Value {
	const [kept, setKept] = useState(value);
	if (!isHeld && kept !== value) setKept(value);
	return isHeld ? kept : value;
}

function VoteHead({ target: { artist }, heading }: { target: VoteTarget; heading: string }) {
	const [rank, tickets] = [artist.rank, artist.tickets].map(formatNumber);
	const [first, second] = namesOf(artist);
	return (
		<div className="vote-head row wraps gap-4">
			<Picture
				className="vote-picture"
				src={artist.avatar_url}
				sizes="80px"
				alt=""
				width="80"
				height="80"
				standIn={initialOf(nameOf(artist))}
			/>
			<div className="min-0">
				<h2 id={heading} lang={first.lang} translate="no">
					{first.text}
				</h2>
				<p className="subtext">
					{second && (
						<>
							<span lang={second.lang} translate="no">
								{second.text}
							</span>
							{' · '}
						</>
					)}
					<Trans>#{rank}</Trans>
					{` · ${tickets}`}
				</p>
			</div>
		</div>
	);
}

interface VoteFormProps extends Pick<VoteDialogProps, 'target' | 'returnTo' | 'typed' | 'onSubmit'> {
	busy: boolean;
	/** True: the balance stays as it was when the vote was sent. */
	held: boolean;
}

function VoteForm({ target, returnTo, typed, busy, held, onSubmit }: VoteFormProps) {
	const { t } = useLingui();
	const { user, refresh } = useSession();
	const [text, setText] = useState(votesProblem(typed) === null ? typed : '');
	// Another tab may log the fan out, or sign somebody else in. Their gems are not spent by what this fan typed.
	const [fan, setFan] = useState(user?.fan);
	const voter = user?.fan === fan ? user : null;
	const who = user?.name ?? user?.email ?? '';
	const navigate = useNavigate();
	const gems = useHeld(voter?.gem_balance ?? null, held);
	const wallet = { balance: gems ?? Number.POSITIVE_INFINITY, ratio: target.ratio };
	const problem = amountProblem(text, wallet);
	const votes = votesOf(text, wallet);
	const enough = wallet.balance >= wallet.ratio;
	const keepVote = (): WayBack => {
		const intent = {
			path: votesProblem(text) === null ? paths.withVotes(returnTo, text) : returnTo,
			artist: nameOf(target.artist),
		};
		keepVoteIntent(intent);
		return { from: intent.path, artist: intent.artist };
	};
	useWayBack(keepVote);
	// Back from the store opens the dialog again, with its amount. The router reads the address when the fan comes back.
	const leave = () => window.history.replaceState(window.history.state, '', keepVote().from);
	const online = useOnline();
	const isSending = useRef(false);
	const button = useRef<HTMLButtonElement>(null);
	useLightStick(button);
	const isShort = !enough || problem === 'not_enough_gems';
	// The balance may be an old one. Nobody is refused by it before the server was asked.
	useEffect(() => void refresh(), [refresh]);
	useEffect(() => {
		if (isShort) void refresh();
	}, [isShort, refresh]);
	async function submit(event: FormEvent) {
		event.preventDefault();
		// A release and the click after it may both ask, before the first is drawn.
		if (votes === null || isSending.current || !voter) return;
		isSending.current = true;
		await onSubmit(votes).finally(() => (isSending.current = false));
	}
	return (
		<form onSubmit={(event) => void submit(event)} noValidate>
			{gems !== null && <Balance gems={gems} enough={enough} onMore={leave} />}
			{!user && (
				<NoVoter
					text={t`You are logged out.`}
					way={t`Log in`}
					onTake={() => void navigate(paths.login, { state: keepVote() })}
				/>
			)}
			{user && !voter && (
				<NoVoter
					text={t`This browser is now logged in as ${who}.`}
					way={t`Vote as ${who}`}
					onTake={() => setFan(user.fan)}
				/>
			)}
			{!enough && wallet.balance >= 0 && <NoGems ratio={wallet.ratio} />}
			<AmountField text={text} onChange={setText} problem={problem} votes={votes} ratio={wallet.ratio} />
			<div className="vote-picks stack gap-2">
				{QUICK_PICKS.map((votesMore) => (
					<Button key={votesMore} variant="quiet" onClick={() => setText(addVotes(text, votesMore))}>
						+{votesMore}
					</Button>
				))}
				{voter && <Button variant="quiet" onClick={() => setText(maxVotes(wallet))}>{t`Max`}</Button>}
				<NextRankPick target={target} most={voter && Number(maxVotes(wallet))} onPick={setText} />
			</div>
			<div className="vote-foot">
				<output className="block bad semibold centered">
					{!online && <Trans>You’re offline. Your gems are safe.</Trans>}
				</output>
				<EffectPanel target={target} votes={votes} invalid={problem !== null} balance={gems} />
				<Button ref={button} type="submit" variant="fan" large block busy={busy} disabled={votes === null || !voter}>
					{votes === null ? t`Vote` : t`Vote ${formatNumber(votes)}`}
				</Button>
			</div>
			{busy && <StillVoting />}
		</form>
	);
}

/** The button works without it, and without its motion. */
function useLightStick(button: RefObject<HTMLButtonElement | null>): void {
	useEffect(() => {
		const leaving = new AbortController();
		import('./light-stick.ts').then(
			({ lightStick }) => button.current && lightStick(button.current, leaving.signal),
			(error: unknown) => console.warn('The lightstick stays dark:', error),
		);
		return () => leaving.abort();
	}, [button]);
}

const BALANCE_LOOKS = 'vote-balance row gap-2 mt-5 pill tone-2 text-m';

function NoVoter({ text, way, onTake }: { text: string; way: string; onTake: () => void }) {
	return (
		<div className={BALANCE_LOOKS} role="alert">
			<span>{text}</span>
			<Button className="push" onClick={onTake}>
				{way}
			</Button>
		</div>
	);
}

function Balance({ gems, enough, onMore }: { gems: number; enough: boolean; onMore: () => void }) {
	return (
		<div className={BALANCE_LOOKS}>
			<GemIcon />
			<span>
				{gems < 0 ? (
					<Trans>
						<b>{formatNumber(gems).replace('-', '−')}</b> gems. Settle this before voting
					</Trans>
				) : (
					<Trans>
						You have <b>{formatNumber(gems)}</b> <Plural value={gems} one="gem" other="gems" />
					</Trans>
				)}
			</span>
			<Link
				className={buttonClass({ variant: enough ? 'raised' : 'primary' }, 'push')}
				to={paths.store}
				onClick={onMore}
			>
				<Trans>Get More</Trans>
			</Link>
		</div>
	);
}

interface EffectPanelProps {
	target: VoteTarget;
	votes: number | null;
	invalid: boolean;
	balance: number | null;
}

function EffectPanel({ target, votes, invalid, balance }: EffectPanelProps) {
	const { t } = useLingui();
	const [label, value] = effectLine(target, votes ?? 0);
	const left = balance === null ? '—' : formatNumber(balance - (votes ?? 0) * target.ratio);
	return (
		<dl className="vote-effect stack gap-2 rounded text-m">
			<div className="vote-effect-gap flex between gap-4 muted">
				<dt>{label}</dt>
				<dd className="bold">{invalid ? '—' : value}</dd>
			</div>
			<div className="flex between gap-4 muted">
				<dt>{t`Gems left`}</dt>
				<dd className="bold">{invalid ? '—' : left}</dd>
			</div>
		</dl>
	);
}

function effectLine(target: VoteTarget, votes: number): [ReactNode, ReactNode] {
	const effect = effectOf(target, votes);
	if (effect.kind === 'takes')
		return [<Trans key="label">After this vote</Trans>, <Trans key="value">Takes #{effect.rank}</Trans>];
	if (effect.kind === 'lead') return [<Trans key="label">Lead after this vote</Trans>, formatNumber(effect.tickets)];
	if (effect.kind === 'alone')
		return [<Trans key="label">Votes after this vote</Trans>, formatNumber(target.artist.tickets + votes)];
	const gap = effect.kind === 'gap' ? effect.tickets : 0;
	return [<Trans key="label">Gap to #{effect.rank} after this vote</Trans>, formatNumber(gap)];
}

function NoGems({ ratio }: { ratio: number }) {
	const waiting = useWaitingClaim();
	const { claim, isClaiming, refusal } = useClaim();
	return (
		<div className="no-gems stack gap-3 mt-3 rounded text-m">
			<p>
				<Plural value={ratio} one="One vote takes # gem." other="One vote takes # gems." />{' '}
				{waiting !== null && waiting >= ratio && <Trans>Today’s claim is your first vote.</Trans>}
			</p>
			{waiting !== null && (
				<Button
					variant="fan"
					block
					busy={isClaiming}
					icon={<GemIcon />}
					onClick={(event) => claim(event.currentTarget)}
				>
					<Trans>Claim {formatNumber(waiting)} gems</Trans>
				</Button>
			)}
			{refusal !== null && <p role="alert">{refusal}</p>}
		</div>
	);
}

/** A vote usually takes a fraction of it. */
const LONG_MS = 2_000;

/** Shown while a vote is sent. Screen readers hear it when it appears. */
function StillVoting() {
	const [isLong, setIsLong] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setIsLong(true), LONG_MS);
		return () => clearTimeout(timer);
	}, []);
	return (
		<output className="still-voting block muted text-m centered">
			{isLong && <Trans>Many fans are voting right now. Still trying, so please keep this page open.</Trans>}
		</output>
	);
}

/**
 * The hall changes hands: 2.5 seconds in which the lights go out, the new color sweeps the ocean, and a line says who leads.
 * Under reduced motion only the line. It waits while a dialog is open, and comes at most once in 30 seconds.
 */
import { I18nProvider } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { createRoot } from 'react-dom/client';
import { fanStyle } from '#ui/fan-color.ts';
import { Ocean } from '#ui/ocean/ocean.tsx';
import { InElement } from '#ui/text-parts.ts';
import { i18n } from '../../../i18n.ts';
import { nameOf } from '../../../lib/artist-names.ts';
import { tookLead } from '../../../lib/votes/own-light.ts';
import { ArtistPicture } from '../artist/artist.tsx';
import type { Lead } from './moves.ts';
import './hall-change.css';

const SHOWN_MS = 2_500;
/** Without motion there is nothing to watch, only to read. */
const READ_MS = 6_000;
const PAUSE_MS = 30_000;

let lastAt = Number.NEGATIVE_INFINITY;
let waiting: { lead: Lead; since: number } | null = null;
let close: (() => void) | null = null;

export function changeHall(lead: Lead): void {
	waiting = { lead, since: performance.now() };
	begin();
}

/** The fan has left: nothing is shown any more, and nothing waits. */
export function endChange(): void {
	waiting = null;
	close?.();
}

function begin(): void {
	// Somebody votes, or reads that a vote counts: that comes first.
	if (document.querySelector('dialog[open]')) {
		document.addEventListener('close', begin, { capture: true, once: true });
		return;
	}
	const now = performance.now();
	const change = waiting;
	waiting = null;
	if (!change || now - lastAt < PAUSE_MS) return;
	const { lead, since } = change;
	const { leader, from, chart } = lead;
	const isOwn = tookLead({
		rankingKey: chart.ranking_config.ranking_key,
		artistId: leader.artist_id,
		from,
		to: leader.tickets,
	});
	// By now it is no news, except for the fan whose vote it was.
	if (now - since > PAUSE_MS && !isOwn) return;
	lastAt = now;
	show(lead, isOwn);
}

function show(lead: Lead, isOwn: boolean): void {
	close?.();
	const place = document.createElement('div');
	place.className = 'hall-change';
	// Empty at first: what is then written into it is read out.
	place.setAttribute('role', 'status');
	// Beside the page and not above it: the podium stays lit.
	document.querySelector('#app')?.append(place);
	const root = createRoot(place);
	root.render(
		<I18nProvider i18n={i18n} defaultComponent={InElement}>
			<HallChange lead={lead} isOwn={isOwn} />
		</I18nProvider>,
	);
	document.documentElement.dataset['hallChanges'] = '';
	const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
	const timer = setTimeout(() => close?.(), calm ? READ_MS : SHOWN_MS);
	close = () => {
		close = null;
		clearTimeout(timer);
		delete document.documentElement.dataset['hallChanges'];
		root.unmount();
		place.remove();
	};
}

function HallChange({ lead: { leader, by, chart }, isOwn }: { lead: Lead; isOwn: boolean }) {
	const { t } = useLingui();
	const seed = chart.ranking_config.ranking_key;
	const fandoms = chart.artist_list.map(({ fan_color, tickets }) => ({ color: fan_color, weight: tickets }));
	return (
		<div className="fan" style={fanStyle(leader.fan_color)}>
			<div className="hall-change-oceans" aria-hidden="true">
				<Ocean label={null} seed={seed} fandoms={fandoms} />
				<Ocean label={null} seed={seed} fandoms={[{ color: leader.fan_color, weight: 1 }]} />
			</div>
			<div className="hall-change-words row gap-4">
				<ArtistPicture artist={leader} />
				<p className="min-0 clipped breaks">
					<b className="block">
						<Trans>
							<bdi translate="no">{nameOf(leader)}</bdi> takes the lead.
						</Trans>
					</b>{' '}
					{by > 0 && <Plural value={by} one="By # vote." other="By # votes." />}{' '}
					{isOwn && <strong>{t`You did that.`}</strong>}
				</p>
			</div>
		</div>
	);
}

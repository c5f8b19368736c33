/** Statements of the dashboard: numbers over all domains, by the days of the site's time zone. */
import { epochSeconds, raw, sql, type Db, type Tx } from '#server/kernel/database.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getCalendar, Dashboard, Setup } from '#contract/operator/dashboard.ts';

const DAYS = 7;
const TODAY = raw(`(lightstick_now() at time zone site.timezone)::date`);
/** The first instant of the days that are counted. */
const SINCE = raw(
	`(select (${TODAY.text} - ${DAYS - 1})::timestamp at time zone site.timezone from site_setting site)`,
);
const dayOf = (column: string) => raw(`(${column} at time zone site.timezone)::date`);

/** Money of an order that went back, or that its bank holds. A surplus was never its price. */
const REFUNDED = raw(`coalesce((select sum(back.amount_minor) from payment join (
						select payment_id, amount_minor from payment_refund where status <> 'failed'
						union all select payment_id, amount_minor from payment_dispute where status in ('open', 'lost')
					) back using (payment_id) where payment.trade_no = gem_order.trade_no and role = 'order'), 0)`);

export const selectDays = (db: Db): Promise<Omit<Dashboard['days'][number], 'gems'>[]> =>
	sql`with days as (
				select (${TODAY} - ago) as day from site_setting site, generate_series(0, ${raw(DAYS - 1)}) ago
			), sold as (
				select ${dayOf('fulfilled_at')} as day, currency, count(*) as orders,
					sum(greatest(0, price_minor - ${REFUNDED})) as minor
				from gem_order cross join site_setting site where fulfilled_at >= ${SINCE} group by 1, 2
			), joined as (
				select ${dayOf('registered_at')} as day, count(*) as count
				from fan cross join site_setting site where registered_at >= ${SINCE} group by 1
			), claimed as (
				select check_in.day, count(*) as count from check_in cross join site_setting site
				where check_in.day > ${TODAY} - ${raw(DAYS)} group by 1
			)
			select days.day, coalesce((select sum(orders) from sold where sold.day = days.day), 0) as orders_fulfilled,
				coalesce(joined.count, 0) as sign_ups, coalesce(claimed.count, 0) as check_ins,
				coalesce((select json_agg(json_build_object('currency', currency, 'minor', minor) order by currency)
					from sold where sold.day = days.day and minor > 0), '[]') as revenue
			from days left join joined on joined.day = days.day left join claimed on claimed.day = days.day
			order by days.day`.all(db);

export const selectSignUpsByCountry = (db: Db): Promise<{ country: string | null; sign_ups: number }[]> =>
	sql`select country, count(*) as sign_ups from fan where registered_at >= ${SINCE}
			group by country order by count(*) desc, country limit 50`.all(db);

export interface HourRow {
	ago: number;
	hour: number;
	votes: number;
}

/** Votes by hour, as differences of snapshots; a ranking's first holds all before it. A longer gap belongs to no hour. */
export const selectVotesByHour = (db: Db): Promise<HourRow[]> =>
	sql`with noted as (
				select ranking_id, taken_at, starts_at, sum(tickets) as total
				from standing_snapshot join ranking using (ranking_id) cross join site_setting site
				where taken_at >= (${TODAY} - 1)::timestamp at time zone site.timezone - interval '20 minutes'
				group by ranking_id, taken_at, starts_at
			), steps as (
				select taken_at - interval '1 microsecond' as at,
					total - coalesce(lag(total) over noting, 0) as votes,
					taken_at - coalesce(lag(taken_at) over noting, starts_at) as since from noted
				window noting as (partition by ranking_id order by taken_at)
			)
			select ${TODAY} - ${dayOf('at')} as ago, extract(hour from at at time zone site.timezone)::int as hour,
				greatest(0, sum(votes))::bigint as votes
			from steps cross join site_setting site where since <= interval '1 hour'
				and ${dayOf('at')} >= ${TODAY} - 1
			group by 1, 2`.all(db);

export const selectNow = (db: Db) => sql`select ${epochSeconds('lightstick_now()')}`.value<number>(db);

export const selectRunning = (db: Db): Promise<string[]> =>
	sql`select ranking_key from ranking
			where starts_at <= lightstick_now() and ends_at > lightstick_now() and published_at is not null
			order by ends_at, ranking_id limit 20`.column(db);

/** One snapshot, so both sides agree. Votes are what the wallets lack: to sum the ledger would read every vote. */
export const selectSupply = (db: Db): Promise<Dashboard['supply']> =>
	sql`with held as (
				select coalesce(sum(earned), 0)::bigint as earned, coalesce(sum(purchased), 0)::bigint as purchased from wallet
			), kinds as (
				select kind, sum(earned)::bigint as earned, sum(purchased)::bigint as purchased from (
					select kind, earned_in - earned_out as earned, purchased_in - purchased_out as purchased from supply_total
					where kind <> 'vote'
					union all select kind, earned, purchased from supply_change) moved
				group by kind
			), voted as (
				select 'vote' as kind, held.earned - coalesce(sum(kinds.earned), 0)::bigint as earned,
					held.purchased - coalesce(sum(kinds.purchased), 0)::bigint as purchased
				from held left join kinds on true group by held.earned, held.purchased
			)
			select (select coalesce(json_agg(rows order by kind), '[]')
					from (select * from kinds union all select * from voted) rows where earned <> 0 or purchased <> 0) as by_kind,
				to_json(held) as in_wallets from held`.one(db);

type Attention = Dashboard['attention'][number];

export const selectAttention = (db: Db): Promise<Omit<Attention, 'about'>[]> =>
	sql`with shown as (select * from ranking where ends_at > lightstick_now() and published_at is not null)
			select 'ranking_without_cover' as kind, ranking_key as target, title as text from shown where cover_media_id is null
			union all
			select 'ranking_without_entries', ranking_key, title from shown
				where not exists (
					select from ranking_entry entry where entry.ranking_id = shown.ranking_id and entry.hidden_at is null)
			union all
			select 'ranking_paused', ranking_key, title from shown join ranking_pause pause using (ranking_id)
				where pause.ended_at is null
			union all
			select 'ranking_unpublished', ranking_key, title from ranking
				where published_at is null and starts_at < lightstick_now() + interval '7 days' and ends_at > lightstick_now()
			union all
			select 'ranking_published_by_site', ranking_key, title from ranking
				where ranking_type = 'monthly' and published_at is not null and starts_at > lightstick_now()
					and (select bool_and(operator_id is null) from audit_entry where target = 'ranking:' || ranking_key)
			union all
			(select 'order_unfulfilled', trade_no, 'Paid, and no gems for ten minutes' from gem_order
				where status = 'paid' and paid_at < lightstick_now() - interval '10 minutes' order by paid_at limit 50)
			union all
			(select 'payment_refused', trade_no, refusal from (
					select distinct on (bought.goods_id) bought.trade_no, refusal, checked_at from checkout
						join gem_order bought using (trade_no) join goods using (goods_id)
					where refusal is not null and checked_at > lightstick_now() - interval '7 days' and withdrawn_at is null
						and (goods.price_minor, goods.currency) = (bought.price_minor, bought.currency)
					order by bought.goods_id, checked_at desc) latest
				order by checked_at desc limit 50)
			union all
			(select 'surplus_waiting', trade_no, 'Overpaid, and not refunded for ten minutes' from payment
				where role = 'surplus' and received_at < lightstick_now() - interval '10 minutes'
					and not exists (select from payment_refund refund
						where refund.payment_id = payment.payment_id and refund.status <> 'failed')
					and not exists (select from payment_dispute dispute where dispute.payment_id = payment.payment_id)
				order by received_at limit 50)
			union all
			(select 'refund_waiting', trade_no, 'A refund that Stripe has not answered for ten minutes' from refund_request
				where status = 'asked' and requested_at < lightstick_now() - interval '10 minutes'
				order by requested_at limit 50)
			union all
			(select 'refund_refused', trade_no, refusal from refund_request
				where status = 'refused' and requested_at > lightstick_now() - interval '7 days'
					and not exists (select from refund_request later
						where later.trade_no = refund_request.trade_no and later.requested_at > refund_request.requested_at)
					and not exists (select from payment_refund made
						where made.payment_id = refund_request.payment_id and made.heard_at > refund_request.requested_at
							and made.status <> 'failed')
				order by requested_at desc limit 50)
			union all
			(select 'payment_event_given_up', event_id, set_aside from payment_event
				where set_aside like 'given up%' and received_at > lightstick_now() - interval '7 days'
				order by received_at desc limit 50)
			union all
			(select 'order_overdue', trade_no, 'The card page cannot be closed' from gem_order
				where status in ('created', 'paying') and expires_at < lightstick_now() - interval '1 day'
				order by expires_at limit 50)
			union all
			(select 'job_failing', task_identifier || ' ' || id, left(last_error, 200) from graphile_worker.jobs
				where attempts >= 2 and last_error is not null and updated_at > lightstick_now() - interval '7 days'
				order by updated_at desc limit 20)
			union all
			select 'packs_off_sale', '', string_agg((gems + bonus_gems) || ' gems in ' || currency, ', ' order by position, goods_id)
				from goods join site_setting on currency <> currency_name where withdrawn_at is null having count(*) > 0
			union all
			select 'books_unbalanced', '', rule from reconciliation cross join unnest(broken) rule
			union all
			select 'vote_log_stuck', ranking_key, title from vote_log join ranking using (ranking_id) where fault is not null
			union all
			select 'witness_failing', name, fault from anchor_witness
				where faulty_since < lightstick_now() - interval '10 minutes'
			union all
			select 'push_refused', '', count(*) || ' devices' from push_subscription
				where refused_since < lightstick_now() - interval '1 hour' having count(*) >= 10
			union all
			select 'case_ready', case_id::text, title from vote_case join ranking using (ranking_id)
				where objections_until <= lightstick_now()
					and not exists (select from vote_case_end ending where ending.case_id = vote_case.case_id)
					and not exists (select from vote_case_work work where work.case_id = vote_case.case_id)
			limit 200`.all(db);

/** Results are certified by a job after their review; ten minutes later, something holds them up. */
export const selectWaiting = (db: Db): Promise<Attention[]> =>
	sql`(select 'approval_waiting' as kind, approval_id::text as target, why as text, approval.kind as about from approval
				where decision is null and expires_at > lightstick_now() order by asked_at limit 50)
			union all
			(select 'payment_disputed', trade_no, coalesce(initcap(left(reason, 1)) || replace(substr(reason, 2), '_', ' '), trade_no)
					|| coalesce(', answer by ' || to_char(due_at at time zone site.timezone, 'FMMon FMDD, HH24:MI'), ''),
					payment_dispute.status
				from payment_dispute join payment using (payment_id) cross join site_setting site
				where payment_dispute.status in ('inquiry', 'open') order by payment_dispute.heard_at limit 50)
			union all
			select 'result_waiting', ranking_key, title, null from ranking join ranking_closing closing using (ranking_id)
				where closing.closed_at + make_interval(hours => review_hours, mins => 10) <= lightstick_now()
					and not exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
			union all
			select 'result_in_review', ranking_key, title || coalesce(': ' || (
					select min(en_name) filter (where place = 1) || ' leads by ' || max(votes) - coalesce(min(votes) filter (where place = 2), 0)
					from (select en_name, counted.tickets as votes,
							row_number() over (order by counted.tickets desc, counted.reached_at, artist_id) as place
						from standing cross join unnest(artist_ids, tickets, reached_at) counted (artist_id, tickets, reached_at)
							join ranking_entry entry using (ranking_id, artist_id) join artist using (artist_id)
						where ranking_id = ranking.ranking_id and entry.hidden_at is null) ranked where place <= 2), ''), null
				from ranking join ranking_closing closing using (ranking_id)
				where closing.closed_at + make_interval(hours => review_hours) > lightstick_now()
					and not exists (select from ranking_result result where result.ranking_id = ranking.ranking_id)
			union all
			select 'next_month_missing', ranking_key, title, null from ranking
				where ranking_type = 'monthly' and published_at is not null
					and starts_at <= lightstick_now() and ends_at > lightstick_now()
					and ends_at < lightstick_now() + interval '7 days'
					and not exists (select from ranking next
						where next.ranking_type = 'monthly' and next.starts_at >= ranking.ends_at)`.all(db);

export const selectOrders = (db: Db, tradeNos: readonly string[]) =>
	sql`select trade_no, name, price_minor as minor, currency from gem_order join fan using (fan_id)
		where trade_no = any(${tradeNos})`.all<{ trade_no: string; name: string | null; minor: number; currency: string }>(
		db,
	);

export interface MonthBefore {
	key: string;
	title: string;
	/** Votes that the ranking before it had as many hours after its start. */
	tickets: number;
}

export const selectMonthsBefore = (db: Db): Promise<MonthBefore[]> =>
	sql`select ranking.ranking_key as key, before.title,
				(select coalesce(sum(part), 0)::bigint from unnest(hour.tickets) part) as tickets
			from ranking
				cross join lateral (select * from ranking other
					where other.ranking_type = 'monthly' and other.published_at is not null and other.ends_at <= ranking.starts_at
					order by other.ends_at desc limit 1) before
				cross join lateral (select tickets from standing_hour
					where standing_hour.ranking_id = before.ranking_id
						and taken_at <= before.starts_at + (lightstick_now() - ranking.starts_at)
					order by taken_at desc limit 1) hour
			where ranking.ranking_type = 'monthly' and ranking.published_at is not null
				and ranking.starts_at <= lightstick_now() and ranking.ends_at > lightstick_now()`.all(db);

type StepsDone = Record<Setup['steps'][number]['step'], boolean>;
/** Services that the environment of the server connects: `sign_on` is a provider that fans sign in with. */
export type ConnectedServices = Pick<StepsDone, 'sign_on' | 'payments' | 'push'>;

export const selectSetup = (db: Db, operatorId: number) =>
	sql`select
			exists (select from operator_setup where operator_id = ${operatorId} and mark = 'hidden') as hidden,
			version > 1 as site,
			(select count(*) >= 2 from operator_passkey where operator_id = ${operatorId}) as passkeys,
			(select count(*) >= 2 from operator where removed_at is null) as team,
			exists (select from artist where hidden_at is null) as artists,
			exists (select from ranking join ranking_entry using (ranking_id) where published_at is not null) as ranking,
			exists (select from rank_entry_config) as home_cards,
			check_in_version > 1 or check_in_rule_raw <> '' as check_in,
			exists (select from goods where withdrawn_at is null) as packs,
			exists (select from news_category where key in ('article', 'video')) as news_category,
			exists (select from news where hidden_at is null) as article,
			exists (select from banner where hidden_at is null) as banner,
			current_setting('archive_mode') <> 'off' and (
				select last_archived_time > coalesce(last_failed_time, '-infinity') from pg_stat_archiver
			) is true as backups,
			exists (select from operator_setup where operator_id = ${operatorId} and mark = 'status_read') as status_page
		from site_setting`.one<Omit<StepsDone, keyof ConnectedServices> & { hidden: boolean }>(db);

export async function setMark(tx: Tx, operatorId: number, mark: string, on: boolean): Promise<boolean> {
	const changed = await tx.query(
		on
			? sql`insert into operator_setup (operator_id, mark) values (${operatorId}, ${mark}) on conflict do nothing returning mark`
			: sql`delete from operator_setup where operator_id = ${operatorId} and mark = ${mark} returning mark`,
	);
	return changed.length > 0;
}

const EVENTS_MAX = 1_000;

const event = (kind: string, id: string, title: string, hidden: string, column: string, more = '') =>
	raw(`select '${kind}' as kind, ${id}::text as id, ${title} as title, ${hidden} is ${kind === 'ranking' ? '' : 'not '}null as hidden,
		${column.startsWith('ends')} as ends, ${column} as at from ${kind} where ${column} >= begins and ${column} < over ${more}`);

const EVENTS = [
	event('ranking', 'ranking_key', 'title', 'published_at', 'starts_at'),
	event('ranking', 'ranking_key', 'title', 'published_at', 'ends_at'),
	event('news', 'news_id', 'title', 'hidden_at', 'coalesce(published_at, hidden_at)', 'and published_at is not null'),
	...(['banner', 'pop_up'] as const).flatMap((kind) =>
		['starts_at', 'ends_at'].map((column) => event(kind, `${kind}_id`, 'alt', 'hidden_at', column)),
	),
];

/** The month of the console's calendar. `month`: as `2026-11`. Null: this month. */
export const readCalendar = (db: Db, month: string | null): Promise<ReplyOf<typeof getCalendar>> =>
	sql`with span as (
			select first, timezone, first at time zone timezone as begins,
				(first + interval '1 month') at time zone timezone as over
			from site_setting cross join lateral (select coalesce(${month && `${month}-01`}::timestamp,
				date_trunc('month', lightstick_now() at time zone timezone)) as first) chosen)
		select to_char(first, 'YYYY-MM') as month, (lightstick_now() at time zone timezone)::date::text as today,
			coalesce((select json_agg(json_build_object('kind', kind, 'id', id, 'title', title, 'hidden', hidden, 'ends', ends,
					'day', (at at time zone timezone)::date::text, 'time', to_char(at at time zone timezone, 'HH24:MI'))
					order by at, kind, id)
				from (select * from (${raw(EVENTS.map(({ text }) => text).join(' union all '))}) every
					order by at limit ${raw(EVENTS_MAX)}) found), '[]') as events
		from span`.one(db);

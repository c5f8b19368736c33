/**
 * The model of `npm run simulate:deadline` beside this machine. The costs of a vote are measured here, in the same run;
 * votes a second, the size of batches and the latency follow from them in the model, and are then measured. A ratio is
 * the model's figure ÷ the measured one.
 */
import { availableParallelism } from 'node:os';
import { readConfig } from '#server/config/config.ts';
import { simulateMachine, type Load, type Measured as Modelled } from '../../simulation/deadline/machine.ts';
import { countStolen } from '../lib/cpu.ts';
import { openGround } from '../lib/ground.ts';
import { loadTool } from '../lib/load.ts';
import type { Bench, Result } from '../lib/report.ts';
import { median } from '../lib/rounds.ts';
import { startOurs } from '../lib/servers.ts';
import { costsFrom } from './costs.ts';
import { medianFlushMs } from './flush.ts';
import { openMeter, type Sample } from './meter.ts';

const CONNECTIONS = [1, 8, 64, 256] as const;
const MOST = 256;
const SMALL_BATCHES = { VOTE_BATCH_MAX: '8' };
/** One vote waits at most, so nearly every request is refused. */
const FULL_QUEUE = { VOTE_QUEUE_MAX: '1', VOTE_BATCH_MAX: '1' };
const SIMULATED_MS = 10_000;

export const deadline: Bench = async (length) => {
	const ground = await openGround();
	try {
		const database = await ground.database('ours');
		const server = await startOurs(database);
		const [small, refused] = [await ground.database('small'), await ground.database('refused')];
		const smallServer = await startOurs(small, SMALL_BATCHES);
		const refusing = await startOurs(refused, FULL_QUEUE);
		const meter = openMeter(server, database);
		const samples = new Map<string, Sample[]>();
		const keep = (name: string, sample: Sample) => samples.set(name, [...(samples.get(name) ?? []), sample]);
		const flushes: number[] = [];
		const stolenSince = countStolen();
		// The first round warms up.
		for (let round = 0; round <= length.rounds; round += 1) {
			if (round === 1) samples.clear();
			for (const connections of CONNECTIONS) {
				keep(String(connections), await meter.inTurn(connections, length.seconds));
			}
			const perSecond = of(samples, String(MOST)).perSecond / 2;
			keep('half', await meter.steady({ perSecond, seconds: length.seconds, connections: MOST }));
			keep('small', await openMeter(smallServer, small).inTurn(MOST, length.seconds));
			keep('refused', await openMeter(refusing, refused).inTurn(MOST, length.seconds));
			flushes.push(await medianFlushMs());
		}
		await server.terminate();
		await smallServer.terminate();
		await refusing.terminate();
		const [large, half] = [of(samples, String(MOST)), of(samples, 'half')];
		const costs = costsFrom({
			small: of(samples, 'small'),
			large,
			refused: of(samples, 'refused'),
			flushMs: median(flushes),
		});
		const { batchMax, queueMax } = readConfig({}).voting;
		const model = (load: Load) =>
			simulateMachine({
				costs,
				bounds: { batchMax, queueMax },
				// What other programs took under full load was not there for us.
				cores: availableParallelism() - large.otherCores,
				load,
				lengthMs: SIMULATED_MS,
			});
		const result: Result = {
			metrics: {
				load: `${loadTool}, ${CONNECTIONS.join(', ')} connections`,
				server_main_us_per_vote: 1000 * (costs.process.requestMs + costs.process.answerMs),
				server_batch_us: 1000 * costs.process.batchMs,
				server_refusal_us: 1000 * costs.process.refusalMs,
				server_beside_us_per_vote: 1000 * costs.process.besideMs,
				backend_batch_us: 1000 * costs.database.batchMs,
				backend_us_per_vote: 1000 * costs.database.voteMs,
				postgres_beside_us_per_vote: 1000 * costs.database.besideMs,
				flush_ms: costs.database.flushMs,
				load_program_us_per_vote: large.loadUs,
				cores_of_other_programs: large.otherCores,
				stolen_percent: stolenSince(),
			},
			ratios: {},
		};
		for (const connections of CONNECTIONS) {
			const measured = of(samples, String(connections));
			compare(result, `by_${connections}`, measured, model({ connections, voteMs: measured.loadUs / 1000 }));
		}
		const steadily = { connections: MOST, perSecond: half.perSecond, voteMs: half.loadUs / 1000 };
		compare(result, 'half_rate', half, model(steadily));
		return result;
	} finally {
		await ground.close();
	}
};

const SHOWN = { perSecond: 'per_second', batchVotes: 'batch_votes', p50Ms: 'p50_ms', p99Ms: 'p99_ms' } as const;

function compare({ metrics, ratios }: Result, name: string, measured: Sample, modelled: Modelled): void {
	for (const key of Object.keys(SHOWN) as (keyof typeof SHOWN)[]) {
		metrics[`${name}_${SHOWN[key]}`] = measured[key];
		metrics[`${name}_${SHOWN[key]}_modelled`] = modelled[key];
		ratios[`${name}_${SHOWN[key]}_modelled_vs_measured`] = modelled[key] / measured[key];
	}
}

/** Returns the median of each figure. */
function of(samples: ReadonlyMap<string, readonly Sample[]>, name: string): Sample {
	const all = samples.get(name) ?? [];
	const figure = (key: keyof Sample) => median(all.map((sample) => sample[key]));
	return {
		perSecond: figure('perSecond'),
		refusedPerSecond: figure('refusedPerSecond'),
		p50Ms: figure('p50Ms'),
		p99Ms: figure('p99Ms'),
		batchVotes: figure('batchVotes'),
		mainUs: figure('mainUs'),
		backendUs: figure('backendUs'),
		besideUs: figure('besideUs'),
		postgresUs: figure('postgresUs'),
		loadUs: figure('loadUs'),
		otherCores: figure('otherCores'),
	};
}

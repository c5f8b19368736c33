/** A chart of 200 artists, whole and as "nothing new", against nginx with the same bytes. */
import { openGround, RANKING } from './lib/ground.ts';
import { loadReads, loadTool } from './lib/load.ts';
import { startNginx } from './lib/nginx.ts';
import { inRounds, median, ratio, type Contestants } from './lib/rounds.ts';
import type { Bench } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';

const CONNECTIONS = 64;
const GZIP = { 'accept-encoding': 'gzip' };

export const charts: Bench = async (length) => {
	const ground = await openGround();
	const ours = await ground.database('ours');
	const server = await startOurs(ours);
	const chart = `${server.address}/api/v1/rankings/detail?ranking_key=${RANKING}`;
	const { bytes, etag } = await readChart(chart);
	const nginx = await startNginx(bytes);
	try {
		const load = async (url: string, headers: Record<string, string>) =>
			(await loadReads(url, headers, { connections: CONNECTIONS, seconds: length.seconds })).perSecond;
		const theirs: Contestants = nginx
			? {
					nginx: () => load(nginx.url, GZIP),
					nginxNotModified: () => load(nginx.url, { ...GZIP, 'if-none-match': nginx.etag }),
				}
			: {};
		const measured = await inRounds(
			{
				ours: () => load(chart, GZIP),
				oursNotModified: () => load(chart, { ...GZIP, 'if-none-match': etag }),
				...theirs,
			},
			length,
		);
		return {
			metrics: {
				load: `${loadTool}, ${CONNECTIONS} connections`,
				chart_bytes_gzip: bytes.length,
				charts_per_second: median(measured['ours']),
				not_modified_per_second: median(measured['oursNotModified']),
				...(measured['nginx'] ? { nginx_per_second: median(measured['nginx']) } : {}),
				...(measured['nginxNotModified']
					? { nginx_not_modified_per_second: median(measured['nginxNotModified']) }
					: {}),
			},
			ratios: {
				chart_vs_nginx: ratio(measured['ours'], measured['nginx']),
				not_modified_vs_nginx: ratio(measured['oursNotModified'], measured['nginxNotModified']),
			},
		};
	} finally {
		await nginx?.stop();
		await server.terminate();
		await ground.close();
	}
};

/** The bytes as they travel: fetch would unpack them. */
async function readChart(url: string): Promise<{ bytes: Buffer; etag: string }> {
	const { request } = await import('node:http');
	return new Promise((resolve, reject) => {
		request(url, { headers: GZIP }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('end', () => resolve({ bytes: Buffer.concat(chunks), etag: String(response.headers.etag) }));
		})
			.on('error', reject)
			.end();
	});
}

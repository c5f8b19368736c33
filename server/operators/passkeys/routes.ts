/** Passkeys: making, using and forgetting them. */
import * as calls from '#contract/operator/passkeys.ts';
import { serveOperator, type ConsoleHouse } from '#server/http/console/serve.ts';
import * as passkeys from './passkeys.ts';
import { relyingParty } from './web-authn.ts';

export function passkeyRoutes(house: ConsoleHouse & { config: { consoleUrl: string } }): void {
	const { db } = house;
	const own = { db, party: relyingParty(house.config.consoleUrl) };
	const listOf = async (operatorId: number) => ({ passkeys: await passkeys.listPasskeys(db, operatorId) });

	serveOperator(house, calls.listPasskeys, ({ operator }) => listOf(operator.operatorId));
	serveOperator(house, calls.beginPasskey, async ({ operator }) => ({
		options: await passkeys.beginPasskey(own, operator),
	}));
	serveOperator(house, calls.addPasskey, async ({ operator, body }) => {
		await passkeys.addPasskey(own, operator, body);
		return listOf(operator.operatorId);
	});
	serveOperator(house, calls.renamePasskey, async ({ operator, params, body }) => {
		await passkeys.renamePasskey(db, operator, { passkeyId: params.passkey_id, name: body.name });
		return listOf(operator.operatorId);
	});
	serveOperator(house, calls.removePasskey, async ({ operator, params }) => {
		await passkeys.removePasskey(db, operator, params.passkey_id);
		return listOf(operator.operatorId);
	});
	serveOperator(house, calls.beginStepUp, async ({ operator }) => ({
		options: await passkeys.beginStepUp(own, operator),
	}));
	serveOperator(house, calls.stepUp, async ({ operator, body }) => ({
		step_up_until: await passkeys.stepUp(own, operator, body),
	}));
	serveOperator(house, calls.removePasskeysOf, async ({ operator, params, body }) => ({
		removed: await passkeys.removePasskeysOf(db, operator, { operatorId: params.operator_id, why: body.why }),
	}));
}

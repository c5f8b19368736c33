/** Passkeys: making, using and forgetting them. */
import * as calls from '#contract/operator/operators/passkeys.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import * as passkeys from './passkeys.ts';
import { relyingParty } from './web-authn.ts';

export function passkeyRoutes(deps: ConsoleDeps & { config: { consoleUrl: string } }): void {
	const { db } = deps;
	const own = { db, party: relyingParty(deps.config.consoleUrl) };
	const listOf = async (operatorId: number) => ({ passkeys: await passkeys.listPasskeys(db, operatorId) });

	serveOperator(deps, calls.listPasskeys, ({ operator }) => listOf(operator.operatorId));
	serveOperator(deps, calls.beginPasskey, async ({ operator }) => ({
		options: await passkeys.beginPasskey(own, operator),
	}));
	serveOperator(deps, calls.addPasskey, async ({ operator, body }) => {
		await passkeys.addPasskey(own, operator, body);
		return listOf(operator.operatorId);
	});
	serveOperator(deps, calls.renamePasskey, async ({ operator, params, body }) => {
		await passkeys.renamePasskey(db, operator, { passkeyId: params.passkey_id, name: body.name });
		return listOf(operator.operatorId);
	});
	serveOperator(deps, calls.removePasskey, async ({ operator, params }) => {
		await passkeys.removePasskey(db, operator, params.passkey_id);
		return listOf(operator.operatorId);
	});
	serveOperator(deps, calls.beginStepUp, async ({ operator }) => ({
		options: await passkeys.beginStepUp(own, operator),
	}));
	serveOperator(deps, calls.stepUp, async ({ operator, body }) => ({
		step_up_until: await passkeys.stepUp(own, operator, body),
	}));
	serveOperator(deps, calls.removePasskeysOf, async ({ operator, params, body }) => ({
		removed: await passkeys.removePasskeysOf(db, operator, { operatorId: params.operator_id, why: body.why }),
	}));
}

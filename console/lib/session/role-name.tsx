/** Names the roles. */
import { useLingui } from '@lingui/react/macro';
import type { OperatorRole } from '#contract/operator/operators/session.ts';

export function useRoleName(): (role: OperatorRole) => string {
	const { t } = useLingui();
	const names = { viewer: t`Viewer`, editor: t`Editor`, finance: t`Finance`, owner: t`Owner` };
	return (role) => names[role];
}

export function RoleName({ role }: { role: OperatorRole }) {
	return useRoleName()(role);
}

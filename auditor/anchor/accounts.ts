/** Judges the numbers of accounts. Nobody outside can count accounts: only their form and order can be checked. */
import { accounts as accountsShape } from '#contract/proof/anchor/anchor-json.ts';
import type { AnchorLeaf } from '#contract/proof/anchor/anchor-leaf.ts';
import type { Reports } from '../checks/findings.ts';

export class AccountsCheck {
	#last: { at: number; created: number } | null = null;
	readonly #findings: Reports<'accounts'>;

	constructor(findings: Reports<'accounts'>) {
		this.#findings = findings;
	}

	leaf(leaf: AnchorLeaf, index: number): void {
		if (leaf.type !== 'accounts') return;
		const { success, data } = accountsShape.safeParse(leaf.json);
		if (!success) return this.#findings.fail('accounts', 'the numbers are not as they must be', index);
		const { at, created } = { at: data.at, created: data.created ?? 0 };
		if (this.#last && at < this.#last.at) this.#findings.fail('accounts', 'they are older than the ones before', index);
		if (this.#last && created < this.#last.created)
			this.#findings.fail('accounts', `${created} accounts were created, but ${this.#last.created} before`, index);
		this.#last = { at, created };
	}
}

/** Ids, keys and other values by the name of their field: what the world of the run has, and what answers have told. */
import type { Chance } from './chance.ts';

const KEPT = 60;
const TELLING = /_id$|_key$|_no$|hash$|cursor$|version$|^month$|amount_minor$/;

export class Known {
	readonly #steady = new Map<string, readonly unknown[]>();
	readonly #met = new Map<string, unknown[]>();

	/** Values that stay right for the whole run. */
	plant(field: string, values: readonly unknown[]): void {
		this.#steady.set(field, values);
	}

	/** Undefined where nothing is known of the field. */
	valueOf(field: string, chance: Chance): unknown {
		const [steady, met] = [this.#steady.get(field), this.#met.get(field)];
		const found = steady && (!met || chance.of(0.6)) ? steady : met;
		return found && chance.oneOf(found);
	}

	/** Keeps the latest values of an answer; `id` below `news_list` is a `news_id`. */
	remember(value: unknown, parent = ''): void {
		if (Array.isArray(value)) for (const item of value.slice(0, 5)) this.remember(item, parent);
		else if (typeof value === 'object' && value !== null) {
			for (const [name, inner] of Object.entries(value)) {
				const field = name === 'id' ? `${parent.replace(/_list$/, '')}_id` : name;
				if (typeof inner === 'object') this.remember(inner, name);
				else if (TELLING.test(field)) this.#met.set(field, [...(this.#met.get(field) ?? []), inner].slice(-KEPT));
			}
		}
	}
}

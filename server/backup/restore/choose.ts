/** Chooses the backup from which a moment is restored. Pure. */
import { StartRefused } from '#server/config/refused.ts';
import { finishedAt, type Backup } from '../catalog.ts';

export interface Wish {
	/** The moment; null for everything that was archived. */
	to: Date | null;
	/** Name of a backup; null for the newest that can do it. */
	name: string | null;
}

/** @param backups oldest first @throws {StartRefused} if none can do it */
export function chooseBackup(backups: readonly Backup[], { to, name }: Wish): Backup {
	const named = name === null ? backups : backups.filter((backup) => backup.name === name);
	const [oldest] = named;
	if (!oldest)
		throw new StartRefused(name === null ? 'There is no complete backup' : `There is no complete backup ${name}`);
	const backup = named.findLast((one) => to === null || finishedAt(one) <= to.getTime());
	if (!backup) throw new StartRefused(`The oldest backup can restore moments from ${oldest.manifest.finishedAt} on`);
	if (to === null) {
		if (backup.gap !== null) throw new StartRefused(gapOf(backup));
		return backup;
	}
	if (backup.until === null || to > backup.until) throw new StartRefused(endOf(backup));
	return backup;
}

const gapOf = ({ gap, until, name }: Backup) =>
	`The archived WAL segment ${gap} is missing, and later ones are there. Look for it. If it is lost, backup ${name} can ` +
	`restore moments until ${until?.toISOString() ?? 'none'}: name one with --to`;

const endOf = ({ until, gap, history }: Backup) =>
	`The archive of ${history} ends at ${until?.toISOString() ?? 'nothing'}` +
	(gap === null ? '' : `, because segment ${gap} is missing`) +
	'. Leave --to away to restore everything until then';

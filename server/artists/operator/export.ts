/** Artists as a CSV file. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { ConsoleArtist } from '#contract/operator/artists.ts';
import type { exportArtists as call } from '#contract/operator/lists/exports.ts';
import { exportList } from '#server/audit-trail/exports.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { listArtists } from './artists.ts';

const cells = {
	id: (artist: ConsoleArtist) => artist.artist_id,
	name: (artist: ConsoleArtist) => artist.en_name,
	native: (artist: ConsoleArtist) => artist.native_name ?? artist.sub_title,
	kind: (artist: ConsoleArtist) => artist.kind,
	color: (artist: ConsoleArtist) => artist.fan_color,
	status: (artist: ConsoleArtist) => (artist.hidden ? 'hidden' : 'visible'),
};

export function artistsAsCsv(db: Database, actor: Actor, { columns, ...filter }: CheckedInputOf<typeof call>['body']) {
	return exportList(db, actor, {
		actions: ['artist.export', 'artist.exported'],
		target: 'artists',
		filter,
		columns,
		cells,
		readPage: (page) => listArtists(db, { ...filter, ...page }),
	});
}

/** Artists: the list, and the one that is open. */
import { type ConsoleArtist, artists, listArtists, readArtist, removeArtist } from '#contract/operator/artists.ts';
import { setArtistsHidden, unlistArtists } from '#contract/operator/lists/bulk.ts';
import { exportArtists, exportedColumns } from '#contract/operator/lists/exports.ts';
import { contrast, CONTROL, fanColors, fanStyle, INK } from '#ui/fan-color.ts';
import { Face, siteAddress, TextInput, VisibilityTag } from '../lib/elements/elements.tsx';
import type { EditorOf } from '../lib/form/editable.ts';
import { ChoiceField } from '../lib/form/fields.tsx';
import { ItemEditor } from '../lib/form/item-editor.tsx';
import { Combobox, countryOptions, languageOptions } from '../lib/pickers/combobox.tsx';
import { type BulkAction, told, visibility } from '../lib/table/table.tsx';
import { ListPage } from '../shell/list-page.tsx';
import './artists.css';

const kinds = { solo: 'Solo', group: 'Group', song: 'Song' };

export default function ArtistsPage() {
	return (
		<ListPage
			of={{ ...artists, list: listArtists, read: readArtist, remove: removeArtist }}
			sorts={{ name: 'asc', newest: 'desc' }}
			search="Search artists"
			filters={[{ name: 'kind', label: 'Kind', options: Object.entries(kinds) }]}
			newName="New artist"
			nameOf={(row) => row.en_name}
			none="No artists"
			hint="Artists and songs are added once, and can then be in any ranking. Add one with “New artist”, or many by the file of a ranking."
			bulk={actions}
			file={{ endpoint: exportArtists, fileName: 'artists.csv', columns: exportedColumns.artists, isPersonal: false }}
			columns={[
				{
					key: 'name',
					header: 'Artist',
					sortAs: 'name',
					exportAs: ['artist_id', 'en_name', 'sub_title'],
					render: (row) => (
						<span className="row gap-3">
							<Face url={row.avatar?.url} />
							{row.en_name}
						</span>
					),
				},
				{ key: 'id', header: 'Number', optional: true, sortAs: 'newest', render: 'artist_id' },
				{ key: 'native_name', header: 'Native name', room: 'much', render: (row) => row.native_name ?? row.sub_title },
				// Beside an editor, a column may be narrower than its word.
				{
					key: 'kind',
					header: 'Kind',
					room: 'some',
					render: (row) => <span className="nowrap">{kinds[row.kind]}</span>,
				},
				{
					key: 'color',
					exportAs: ['fan_color'],
					header: 'Fandom color',
					room: 'some',
					render: (row) => <Swatch hex={row.fan_color} />,
				},
				{
					key: 'status',
					header: 'Status',
					render: (row) => <VisibilityTag visibility={row.hidden ? 'off' : 'visible'} />,
				},
			]}
			wide
			onSite={({ artist_id: id, hidden }) => (hidden ? null : siteAddress.artist(id))}
			renderEditor={(props) => <ArtistEditor {...props} />}
		/>
	);
}

/** Shows a fandom color with its hex code, or nothing if no color is set. */
function Swatch({ hex }: { hex: string | null }) {
	if (hex === null) return <>–</>;
	return (
		<span className="swatch row gap-2 nowrap">
			<i style={{ background: hex }} aria-hidden="true" />
			{hex.toUpperCase()}
		</span>
	);
}

const idOf = ({ artist_id: id }: ConsoleArtist) => id;
const [hide, show] = ['Hide these artists from fans?', 'Show these artists to fans?'];
const unlist = 'Remove these artists from every ranking that has not opened?';

/** What can be done to several artists at once. */
const actions: BulkAction<ConsoleArtist>[] = [
	visibility(setArtistsHidden, idOf, true, ['Hide', hide, 'Will be hidden', 'Hidden', 'Already hidden']),
	visibility(setArtistsHidden, idOf, false, ['Show', show, 'Will be visible', 'Visible', 'Already visible']),
	{
		...told('Remove from rankings', unlist, 'Will be removed', 'Removed', 'In no ranking to come'),
		endpoint: unlistArtists,
		body: (rows) => ({ artist_ids: rows.map(idOf) }),
	},
];

const names = ['en_name', 'native_name', 'sub_title'] as const;

const countries = countryOptions();
const writtenIn = languageOptions();

function ArtistEditor(editor: EditorOf<ConsoleArtist>) {
	const { stored } = editor;
	const genders = [
		['', '–'],
		['1', 'Male'],
		['2', 'Female'],
	] as const;
	return (
		<ItemEditor
			{...editor}
			of={artists}
			fresh={{ kind: 'solo', hidden: true }}
			fields={(values) => ({
				avatar_media_id: { label: 'Portrait', shape: [1, 1], beside: true },
				en_name: { label: 'Name' },
				fan_color: {
					label: 'Fandom color',
					beside: true,
					render: (field) => <ColorField name={values.en_name} {...field} />,
				},
				kind: { label: 'Kind', half: true, options: kinds },
				gender: {
					label: 'Gender',
					half: true,
					render: ({ value, onChange, ...field }) => (
						<ChoiceField<string>
							{...field}
							options={genders}
							value={String(value ?? '')}
							onChange={(gender) => onChange(Number(gender) || null)}
						/>
					),
				},
				birthday: { label: 'Birthday', half: true },
				nationality: {
					label: 'Nationality',
					half: true,
					render: (field) => <Combobox {...field} options={countries} optional />,
				},
				native_name: {
					label: 'Native name',
					half: true,
					render: (field) => <TextInput {...field} lang={values.native_lang || undefined} />,
				},
				native_lang: {
					label: 'Language of the native name',
					half: true,
					render: (field) => <Combobox {...field} options={writtenIn} optional />,
				},
				sub_title: values.kind === 'song' ? { label: 'Performer' } : null,
				why:
					stored && names.some((name) => values[name] !== (stored[name] ?? ''))
						? {
								label: 'Reason for the new name',
								hint: 'Needed during a vote. The public log says the new name, and another operator has to approve it.',
							}
						: null,
				description_raw: { label: 'Description' },
				hidden: { label: 'Hidden from fans', beside: true },
			})}
		/>
	);
}

const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** `value`: the text as typed. `name`: the artist's, for the preview. */
const ColorField = ({ value, onChange, name }: { value: string; onChange: (hex: string) => void; name: string }) => (
	<div className="color-field stack gap-3 align-start">
		<TextInput
			label="Fandom color"
			placeholder="#RRGGBB"
			hint="Leave empty to use the site’s own colors."
			error={value === '' || isHex(value) ? null : 'Write it as #RRGGBB'}
			value={value}
			onChange={(text) => onChange(text.trim())}
		/>
		<input
			type="color"
			aria-label="Pick the fandom color"
			value={isHex(value) ? value.toLowerCase() : '#ffffff'}
			onChange={(event) => onChange(event.target.value.toUpperCase())}
		/>
		{isHex(value) && <ColorPreview hex={value} name={name} />}
	</div>
);

function ColorPreview({ hex, name }: { hex: string; name: string }) {
	const colors = fanColors(hex);
	const ratios = [
		{ label: 'Button', ratio: contrast(colors.fill, INK) },
		{ label: 'Text, dark theme', ratio: contrast(colors.textOnDark, CONTROL.dark) },
		{ label: 'Text, light theme', ratio: contrast(colors.textOnLight, CONTROL.light) },
	];
	return (
		<figure className="color-preview stack gap-2 fan" style={fanStyle(hex)} aria-label="How fans see it">
			<div className="color-row row gap-3 rounded semibold text-m">
				<b>1</b>
				<span>{name || 'The artist'}</span>
				<span className="push">12,345</span>
				<span className="button button-fan">Vote</span>
			</div>
			<figcaption>
				<dl>
					{ratios.map(({ label, ratio }) => (
						<div key={label} className="flex between faint text-xs">
							<dt>{label}</dt>
							<dd>{ratio.toFixed(1)} : 1</dd>
						</div>
					))}
				</dl>
			</figcaption>
		</figure>
	);
}

/** Edits one fandom color. Previews the row, button and text derived from it, with their computed contrasts. */
import { Trans, useLingui } from '@lingui/react/macro';
import { contrast, fanColors, fanStyle } from '#ui/fan-color.ts';
import { TextField } from '#ui/primitives/form-field.tsx';
import './artists.css';

/** As in ui/tokens.css. */
const INK = '#0a0b14';
const SURFACE = { dark: '#191c2c', light: '#eceaf4' };

interface Props {
	/** The text as typed. Empty means no color. */
	value: string;
	onChange: (hex: string) => void;
	/** The artist's name, shown in the preview. */
	name: string;
}

const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

export function ColorField({ value, onChange, name }: Props) {
	const { t } = useLingui();
	return (
		<div className="color-field">
			<TextField
				label={t`Fandom color`}
				placeholder="#RRGGBB"
				hint={t`Leave empty to use the hall’s color.`}
				error={value === '' || isHex(value) ? null : t`Write it as #RRGGBB`}
				value={value}
				onChange={(event) => onChange(event.target.value.trim())}
			/>
			<input
				type="color"
				aria-label={t`Pick the fandom color`}
				value={isHex(value) ? value.toLowerCase() : '#ffffff'}
				onChange={(event) => onChange(event.target.value.toUpperCase())}
			/>
			{isHex(value) && <ColorPreview hex={value} name={name} />}
		</div>
	);
}

function ColorPreview({ hex, name }: { hex: string; name: string }) {
	const { t } = useLingui();
	const colors = fanColors(hex);
	const ratios = [
		{ label: t`Button`, ratio: contrast(colors.fill, INK) },
		{ label: t`Text, dark theme`, ratio: contrast(colors.textOnDark, SURFACE.dark) },
		{ label: t`Text, light theme`, ratio: contrast(colors.textOnLight, SURFACE.light) },
	];
	return (
		<figure className="color-preview fan" style={fanStyle(hex)} aria-label={t`How fans see it`}>
			<div className="color-row">
				<b>1</b>
				<span>{name || <Trans>The artist</Trans>}</span>
				<em>12,345</em>
				<span className="button button-fan">{t`Vote`}</span>
			</div>
			<figcaption>
				<dl>
					{ratios.map(({ label, ratio }) => (
						<div key={label}>
							<dt>{label}</dt>
							<dd>{ratio.toFixed(1)} : 1</dd>
						</div>
					))}
				</dl>
			</figcaption>
		</figure>
	);
}

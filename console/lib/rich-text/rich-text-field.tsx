/** Text with headings, lists, links and pictures, written as fans will see it. Loads its editor when first shown. */
import { lazy, Suspense, useId } from 'react';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { HtmlPreview } from './html-preview.tsx';

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'));

export interface RichTextFieldProps {
	label: string;
	/** HTML as the operator wrote it. */
	value: string;
	onChange: (html: string) => void;
	disabled?: boolean;
}

export function RichTextField({ label, value, onChange, disabled = false }: RichTextFieldProps) {
	const id = useId();
	return (
		<div className="form-field">
			<span className="rich-text-label" id={id}>
				{label}
			</span>
			<Suspense fallback={<Skeleton className="rich-text-skeleton" />}>
				<RichTextEditor labelId={id} value={value} onChange={onChange} disabled={disabled} />
			</Suspense>
			<HtmlPreview raw={value} />
		</div>
	);
}

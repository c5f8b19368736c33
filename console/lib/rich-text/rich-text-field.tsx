/** Text with headings, lists, links and pictures, written as fans will see it. Loads its editor when first shown. */
import { useMutation } from '@tanstack/react-query';
import { lazy, useId } from 'react';
import { previewHtml } from '#contract/operator/news.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { call, ErrorText } from '../api/calls.tsx';
import { LostPart } from '../elements/elements.tsx';
import { FanFrame } from '../preview/fan-page.tsx';

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'));

interface RichTextFieldProps {
	label: string;
	/** HTML as the operator wrote it. */
	value: string;
	onChange: (html: string) => void;
	disabled?: boolean;
	error?: string | null;
}

export function RichTextField({ label, value, onChange, disabled = false, error = null }: RichTextFieldProps) {
	const id = useId();
	// As fans will get it: sanitized by the server, in a sandboxed frame without permissions.
	const preview = useMutation({ mutationFn: () => call(previewHtml, { body: { raw: value } }) });
	return (
		<div className="form-field stack gap-2">
			<span className="semibold text-m" id={id}>
				{label}
			</span>
			<OptionalPart waiting={<Skeleton className="rich-text-skeleton" />} instead={<LostPart />}>
				<RichTextEditor labelId={id} value={value} onChange={onChange} disabled={disabled} />
			</OptionalPart>
			{error !== null && <FieldError>{error}</FieldError>}
			<Button variant="quiet" busy={preview.isPending} onClick={() => preview.mutate()}>
				Preview
			</Button>
			<ErrorText error={preview.error} />
			{preview.data && <FanFrame title="As fans see it" body={`<div class="prose">${preview.data.html}</div>`} />}
		</div>
	);
}

import { useLingui } from '@lingui/react/macro';
import { FAVORITES_MAX } from '#contract/values/constants.ts';
import { nameOf } from '../artist-names.ts';
import { Icon } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import type { KeptFavorite } from './kept-favorites.ts';
import { useFavorites } from './use-favorites.ts';
import { useTurnText } from '../api/problem-text.ts';

export function FavoriteButton({ artist, className = '' }: { artist: KeptFavorite; className?: string }) {
	const { t } = useLingui();
	const toast = useToast();
	const turnText = useTurnText();
	const { list, change, isChanging } = useFavorites();
	const name = nameOf(artist);
	const isMine = list.some(({ artist_id }) => artist_id === artist.artist_id);

	function toggle() {
		if (isChanging) return;
		if (!isMine && list.length >= FAVORITES_MAX) return toast(t`You can have ${FAVORITES_MAX} artists at most`);
		const said = isMine
			? t`${name} is no longer your artist`
			: list.length === 0
				? t`${name} is pinned on home and charts`
				: t`${name} is one of your artists now`;
		return change(isMine ? { remove: artist.artist_id } : { add: artist }, {
			onSuccess: () => toast(said, 'success'),
			onError: (error: Error) => toast(t`This could not be saved. Please try again.`, 'error', turnText(error)),
		});
	}

	return (
		<Button
			variant="line"
			className={`favorite-button ${className}`}
			aria-pressed={isMine}
			aria-label={t`My artist: ${name}`}
			icon={<Icon name="heart" />}
			onClick={toggle}
		>{t`My artist`}</Button>
	);
}

import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { isLocalPath, paths } from '../paths.ts';

/** Names the place to which an operator's link leads. */
export function useDestination(): (to: string) => string {
	const { t } = useLingui();
	return useCallback(
		(to) => {
			if (!isLocalPath(to)) return /^https?:\/\/([^/?#]+)/.exec(to)?.[1] ?? to;
			const [path] = to.split(/[?#]/);
			if (path === paths.rewards) return t`Rank rewards`;
			if (path === paths.leaderboard()) return t`LeaderBoard`;
			if (path === paths.store) return t`Store`;
			if (path?.startsWith(paths.news)) return t`News`;
			return t`More`;
		},
		[t],
	);
}

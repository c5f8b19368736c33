/** Words by which the lists of content blockers know advertising, tracking and sharing in names of files and classes. */
export const BLOCKED_WORDS =
	/(?:^|[-_./])(?:ads?|advert\w*|analytics|banners?|beacon|cookies?|consent|newsletter|pixel|pop-?ups?|popover|promos?|shared?|sharing|social|sponsor\w*|tracker\w*|tracking)(?:[-_./]|$)/i;

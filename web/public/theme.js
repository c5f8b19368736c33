// Runs before the first paint. The same rule as ui/theme.ts: a stored choice, else what the system prefers.
(function () {
	var stored = null;
	try {
		stored = localStorage.getItem('theme');
	} catch {
		// Storage is blocked: the system's preference it is.
	}
	var system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
	document.documentElement.dataset.theme = stored === 'light' || stored === 'dark' ? stored : system;
})();

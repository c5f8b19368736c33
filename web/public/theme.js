// Runs before the first paint. The same rule as ui/theme.ts: a stored choice, else what the system prefers.
(function () {
	var root = document.documentElement;
	var stored = null;
	try {
		stored = localStorage.getItem('theme');
		// A fan is coming: the page does not offer to log in until it is known who (web/lib/session/session.tsx).
		if (localStorage.getItem('authentication_token')) root.dataset.session = 'stored';
	} catch {
		// Storage is blocked: the system's preference it is.
	}
	var system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
	root.dataset.theme = stored === 'light' || stored === 'dark' ? stored : system;
	// A button that is pressed before its script has come is pressed again when it has (web/main.tsx).
	var pressed = null;
	function press(event) {
		pressed = event.target.closest && event.target.closest('#app button');
	}
	addEventListener('click', press, true);
	addEventListener(
		'ready',
		function () {
			removeEventListener('click', press, true);
			if (pressed && pressed.isConnected) pressed.click();
		},
		{ once: true },
	);
})();

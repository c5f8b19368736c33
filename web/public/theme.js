// Runs before the first paint, as a file of its own: the policy allows no inline script. Without a choice of the person the style sheet follows the system (ui/tokens.css).
(function () {
	var root = document.documentElement;
	var stored = null;
	try {
		stored = localStorage.getItem('theme');
		// A fan is coming: the page does not offer to log in until it is known who (web/lib/session/session.tsx).
		if (localStorage.getItem('authentication_token')) root.dataset.session = 'stored';
		// The row of the fan's own artist is coming, and its room is kept (web/features/rankings/chart/pinned-row.tsx).
		if (JSON.parse(localStorage.getItem('favorites')).list.length > 0) root.dataset.mine = '';
	} catch {
		// Storage is blocked, or empty: nothing was chosen.
	}
	if (stored === 'light' || stored === 'dark') root.dataset.theme = stored;
	// A translator or an extension moves what React has made. To remove it would then fail, and take a part of the page with it.
	var remove = Node.prototype.removeChild;
	var insert = Node.prototype.insertBefore;
	function heldBy(parent, node) {
		if (node.parentNode !== parent) console.error('Something beside this page has moved', node);
		while (node && node.parentNode !== parent) node = node.parentNode;
		return node;
	}
	Node.prototype.removeChild = function (child) {
		var held = heldBy(this, child);
		if (held) remove.call(this, held);
		return child;
	};
	Node.prototype.insertBefore = function (child, before) {
		return insert.call(this, child, before && heldBy(this, before));
	};
	// What is pressed or typed before the script has come is done again when it has (web/main.tsx).
	var pressed = null;
	var typed = new Map();
	function press(event) {
		pressed = event.target.closest && event.target.closest('#app button');
	}
	function type(event) {
		if (event.target.matches('#app :is(input:not([type=checkbox], [type=radio]), textarea)'))
			typed.set(event.target, event.target.value);
	}
	addEventListener('click', press, true);
	addEventListener('input', type, true);
	// React answers what comes from here on, and would answer what is done again a second time.
	addEventListener('taking-over', function () {
		removeEventListener('click', press, true);
		removeEventListener('input', type, true);
	});
	addEventListener(
		'ready',
		function () {
			typed.forEach(function (text, field) {
				// React takes over the part that hears an event, and then what differs from what it has set itself.
				field.dispatchEvent(new Event('change', { bubbles: true }));
				field.value = '';
				Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
				field.dispatchEvent(new Event('input', { bubbles: true }));
			});
			if (pressed && pressed.isConnected) pressed.click();
		},
		{ once: true },
	);
})();

/** Base styles of every page, in layer order. Components import their own. */
import './layers.css';
import './fonts.css';
import './tokens.css';
import './base.css';
import './utilities.css';
import './languages.css';

/** The styles that every page stands on, in layer order. Components bring their own. */
import './fonts.css';
import './tokens.css';
import './base.css';

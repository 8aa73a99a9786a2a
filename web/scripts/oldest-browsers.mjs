/**
 * The oldest browsers that the web app runs in: phones whose updates ended (an iPhone 7 stays at iOS 15, an Android of
 * 2016 at what its store still gives it). The build writes for them, and `check-browsers` reads what it wrote.
 */

/** As esbuild's and Vite's targets. */
export const TARGETS = ['chrome100', 'edge100', 'firefox100', 'ios15.4', 'safari15.4'];

/** As MDN's compatibility data names them. */
export const VERSIONS = { chrome: 100, firefox: 100, safari_ios: 15.4 };

/** As browserslist names them. */
export const BROWSERSLIST = ['chrome 100', 'edge 100', 'firefox 100', 'ios_saf 15.4', 'safari 15.4'];

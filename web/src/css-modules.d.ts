/** Styles. The names of a module's classes are its exports; `check-css-modules` holds them to what the sheet has. */
declare module '*.module.css';
declare module '*.css' {}

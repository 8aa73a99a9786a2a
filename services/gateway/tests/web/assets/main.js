// the app

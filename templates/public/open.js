// Addresses such as /#/join/… belong to the app under /play. Browsers do not send the part after the # to the server,
// so this script redirects to the app.
const redirect = () => {
  if (location.hash.startsWith("#/")) location.replace(`play${location.hash}`);
};
addEventListener("hashchange", redirect);
redirect();

// Addresses such as /#/join/… belong to the page for phones. Browsers do not send the part after the # to a
// server, so this script redirects.
const redirect = () => {
  if (location.hash.startsWith("#/")) location.replace(`play${location.hash}`);
};
addEventListener("hashchange", redirect);
redirect();

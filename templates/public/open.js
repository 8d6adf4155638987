// Opens addresses such as /#/join/… in the page for phones. This script does it, because the part after # is not sent to
// the server.
const forward = () => {
  if (location.hash.startsWith("#/")) location.replace(`play${location.hash}`);
};
addEventListener("hashchange", forward);
forward();

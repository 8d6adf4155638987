// Addresses such as /#/join/… are those of the page for phones: what stands behind the # is sent to no
// server, so it is led on from here.
const lead = () => {
  if (location.hash.startsWith("#/")) location.replace(`play${location.hash}`);
};
addEventListener("hashchange", lead);
lead();

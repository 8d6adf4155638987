// The page of all operations: a search opens what it finds, and a link as earlier versions wrote it
// (#/TAG/OPERATION) leads to its place.

const tasks = document.querySelectorAll("details.task");
const query = document.getElementById("query");
if (query instanceof HTMLInputElement && tasks.length > 0) {
  const open = () => tasks.forEach((task, index) => task.toggleAttribute("open", index === 0 || query.value !== ""));
  query.addEventListener("input", open);
  if (query.value) open();
}

const [mark, , operation] = location.hash.split("/");
const place = mark === "#" && operation && document.querySelector(`.operation a[href$="#${CSS.escape(operation)}"]`);
if (place instanceof HTMLAnchorElement) location.replace(place.href);

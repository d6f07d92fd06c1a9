# The toolset `reading` as it is at first, with a note.
set -e
candor toolset delete reading --yes || true
candor toolset build reading 'shop.list_*' shop.get_book
candor note add shop.list_books paging 'Ask for at most 5 books.' --toolset reading

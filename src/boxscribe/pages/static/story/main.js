// The page of stories.

oneAtATime((article) => new StoryView(article));

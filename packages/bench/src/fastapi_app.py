"""The naive implementation with FastAPI and pandas: a sample of a data frame, converted to dictionaries."""

import json
import random
import socket
import sys

import pandas
import uvicorn
from fastapi import FastAPI, Query

with open(sys.argv[1], encoding="utf-8") as file:
    frame = pandas.DataFrame(json.load(file))
app = FastAPI()


def answer(rows, is_random, seed, answers, shuffle_options):
    page = frame.sample(n=rows, random_state=seed) if is_random else frame.head(rows)
    questions = page.to_dict(orient="records")
    for question in questions:
        if answers == "hidden":
            question.pop("correct_answer")
        if shuffle_options:
            question["options"] = random.sample(question["options"], len(question["options"]))
    return {"category": "bench", "total": len(frame), "questions": questions, "next": None}


def number_of(seed):
    return None if seed is None else sum(ord(character) for character in seed)


@app.get("/api/v1/questions/{category}")
def list_questions(
    category: str,
    limit: int = Query(10, ge=1, le=50),
    random: bool = True,
    seed: str | None = None,
    answers: str = "visible",
    shuffle_options: bool = False,
):
    return answer(limit, random, number_of(seed), answers, shuffle_options)


@app.get("/api/v1/questions/{category}/random")
def draw_questions(
    category: str,
    count: int = Query(5, ge=1, le=20),
    seed: str | None = None,
    answers: str = "visible",
    shuffle_options: bool = False,
):
    return answer(count, True, number_of(seed), answers, shuffle_options)


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))
print(f"peer ready at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
server.run(sockets=[listener])

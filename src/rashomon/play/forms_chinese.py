"""没有模型时，人物怎样用中文回答。The same as the English forms, in Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CHINESE: Final[Mapping[str, tuple[str, ...]]] = {
    "place_saw": (
        "我最后一次看见{thing}，{where}。",
        "我亲眼看见的：{thing}{where}。",
        "{thing}？我上次看见，{where}。",
        "上回我看的时候，{thing}{where}。",
    ),
    "place_told": (
        "{who}告诉我，{thing}{where}。我没有亲眼看见。",
        "听{who}说，{thing}{where}。",
        "{who}说{thing}{where}，我自己没见过。",
        "{thing}{where}，这是{who}说的，我可不敢担保。",
    ),
    "place_start": (
        "据我所知，{thing}{where}。",
        "{thing}{where}吧，我知道的就是这样。",
        "要是我没记错，{thing}{where}。",
        "我只知道{thing}{where}。",
    ),
    "mine": (
        "{thing}在我这里。",
        "{thing}我带着呢。",
        "{thing}？在我身上。",
        "我拿着{thing}。",
    ),
    "yours": (
        "{thing}就在你那里。",
        "{thing}？在你自己身上。",
        "你该知道：{thing}在你身上。",
        "据我所知，{thing}在你那里。",
    ),
    "here": (
        "{thing}就在这里。",
        "{thing}？就在眼前。",
        "你看看四周：{thing}在这里。",
        "我们在哪里，{thing}就在哪里。",
    ),
    "self": (
        "我就在这里。",
        "你看，我在这儿。",
        "我不就在你面前吗。",
        "你正跟我说话呢，我在这里。",
    ),
    "gone": (
        "{thing}现在在哪里，我不知道。",
        "我不知道{thing}去了哪里。",
        "{thing}如今在哪里，我说不上来。",
        "{thing}？已经不在我知道的地方了。",
    ),
    "state_saw": (
        "我上次看见的时候，{thing}{state}。",
        "{thing}{state}，我看见了。",
        "我亲眼看见的：{thing}{state}。",
        "就我所见，{thing}{state}。",
    ),
    "state_told": (
        "{who}告诉我，{thing}{state}。",
        "听{who}说，{thing}{state}。",
        "{thing}{state}，这是{who}说的。",
        "照{who}的说法，{thing}{state}，我没有亲眼看见。",
    ),
    "state_start": (
        "据我所知，{thing}{state}。",
        "我知道的是：{thing}{state}。",
        "要是我没记错，{thing}{state}。",
        "{thing}{state}，我知道的就是这样。",
    ),
    "did": (
        "是我自己做的：{what}",
        "我不否认：{what}",
        "这件事是我干的：{what}",
        "我做了什么，我告诉你：{what}",
    ),
    "saw": (
        "我亲眼看见的：{what}",
        "我看见了这件事：{what}",
        "我当时就在场：{what}",
        "我看见的是这样：{what}",
    ),
    "noticed": (
        "我只看见这些：{what}",
        "我只注意到这一点：{what}",
        "我看见的就这么多：{what}",
        "离得远，别的我不清楚：{what}",
    ),
    "heard": (
        "我听见了：{what}",
        "我只是听见，没有看见：{what}",
        "我听得见：{what}",
        "当时听得到：{what}",
    ),
    "line_mine": (
        "是我自己说的：{words}",
        "这是我的原话：{words}",
        "我说过：{words}",
        "我当时说的是：{words}",
    ),
    "line_to_me": (
        "{who}对我说：{words}",
        "{who}是这样告诉我的：{words}",
        "{who}跟我讲：{words}",
        "这是{who}对我说的：{words}",
    ),
    "line_heard": (
        "我听见{who}说：{words}",
        "{who}说的，我听见了：{words}",
        "{who}说话的时候我听得见：{words}",
        "这是{who}的话：{words}",
    ),
    "gist": (
        "{who}说了些什么，原话我不敢说。",
        "我听见{who}提过，别的就没有了。",
        "{who}说过些什么，我没有听明白。",
        "{who}提起过，我弄不清楚。",
    ),
    "told": (
        "我不在场，是{who}告诉我的：{what}",
        "我只是听{who}说：{what}",
        "{who}这么说，我没有亲眼看见：{what}",
        "{who}是这样跟我讲的：{what}",
    ),
    "inferred": (
        "没有人告诉我，是我自己想出来的：{what}",
        "这是我推想的：{what}",
        "想必是这样：{what}",
        "我自己琢磨出来的：{what}",
    ),
    "memory": (
        "我记得这件事：{what}",
        "那是从前的事：{what}",
        "有一件事我还记得：{what}",
        "我没有忘记：{what}",
    ),
    "dimly": (
        "已经记不清了：{what}",
        "我只依稀记得：{what}",
        "我记得的只有这些：{what}",
        "再多我就不敢说了：{what}",
    ),
    "when": (
        "那是{when}的事。",
        "时间是{when}。",
        "什么时候？{when}。",
        "要说时候，是{when}。",
    ),
    "how_did": (
        "是我自己做的。",
        "我亲手做的，怎么会不知道。",
        "那是我干的。",
        "我知道，因为是我做的。",
    ),
    "how_saw": (
        "我看见的。",
        "我亲眼看见的。",
        "没有人告诉我，是我看见的。",
        "我当时在场，看见了。",
    ),
    "how_heard": (
        "我听见的。",
        "我亲耳听见的。",
        "我当时听得见。",
        "我当时在场，听见了。",
    ),
    "how_said": (
        "我听{who}说的。",
        "{who}这么说，我听见了。",
        "从{who}的话里知道的。",
        "是{who}亲口说的。",
    ),
    "how_told": (
        "{who}告诉我的，我没有亲眼看见。",
        "我是听{who}说的，别处没有听过。",
        "我只有{who}的一句话。",
        "是{who}告诉我的。",
    ),
    "how_inferred": (
        "是我自己想出来的。",
        "没有人告诉我，我推想的。",
        "我琢磨出来的。",
        "从我知道的事里推出来的。",
    ),
    "how_start": (
        "我一直都知道。",
        "我早就知道了。",
        "这件事我知道很久了。",
        "这对我不是新鲜事。",
    ),
    "sure_saw": (
        "我有把握，我当时在场。",
        "很有把握，我自己在场。",
        "我信得过自己的耳目。",
        "这件事我毫不怀疑。",
    ),
    "sure_told": (
        "{who}的话有多可靠，我就有多大把握。",
        "没有多大把握，我只是听{who}说的。",
        "你该去问{who}，我没有看见。",
        "我相信{who}，别的我说不上。",
    ),
    "sure_inferred": (
        "这只是我的推想。",
        "没有把握，是我自己想的。",
        "我也可能弄错，没有人给我看过。",
        "我想是这样，可没有凭据。",
    ),
    "belief_doubtful": (
        "我半信半疑：{what}",
        "我也拿不准：{what}",
        "我不敢担保：{what}",
        "也许是，也许不是：{what}",
    ),
    "belief_likely": (
        "我想是这样：{what}",
        "要我说：{what}",
        "我相信，但没有十足的把握：{what}",
        "多半是这样：{what}",
    ),
    "belief_sure": (
        "我敢肯定：{what}",
        "有一件事我很肯定：{what}",
        "我毫不怀疑：{what}",
        "我敢发誓：{what}",
    ),
    "unknown": (
        "我不知道。",
        "这个我不知道。",
        "这件事我说不上来。",
        "你问错人了，我不知道。",
    ),
    "nobody": (
        "我不认识叫这个名字的人。",
        "这个名字我没有听过。",
        "我不知道你说的是谁。",
        "那是谁？我不知道。",
    ),
    "silent": (
        "这件事我没有什么可说的。",
        "这不该由我来说。",
        "你去问别人吧。",
        "我们说点别的吧。",
    ),
    "opener": (
        "你听说了吗？",
        "你听我说。",
        "有件事你该知道。",
        "我得告诉你一件事。",
    ),
}
"""The ways to put each thing."""

STATES: Final[Mapping[tuple[str, bool], str]] = {
    ("locked", True): "锁着",
    ("locked", False): "没有锁",
    ("closed", True): "关着",
    ("closed", False): "开着",
}
